// At the table: choosing, changes, keys, clocks, sound.
import { readCards } from './card.js';
import { Chooser } from './choose.js';
import { Line } from './line.js';
import { connect } from './live.js';
import { oneStop } from './log.js';
import { make } from './make.js';
import { Stage } from './motion.js';
import { address, countUnread, fold, markLast, markNew, ownPieces, pointBack, sumUp, takeAmiss, tellNews } from './narrate.js';
import { play, setSound } from './sound.js';
import { clauseLink } from './why.js';

// What only one of the games needs is not fetched for the other.
const { network, operations } = await import(document.querySelector('#table.spammers') ? './spammers.js' : './spam-o-rama.js');

const KEYS = [
  ['Tab, arrows', 'go to and among what is lit, and to what is not, to hear why'],
  ['Home, End', 'the first and the last that is lit'],
  ['Enter, Space', 'pick it'],
  ['Esc', 'back a step'],
  ['1 – 9', 'the buttons of the task bar'],
  ['P', 'pass'],
  ['E', 'end the turn'],
  ['M', 'merge two Lists'],
  ['U', 'take back'],
  ['N', 'your notes, where a table keeps them'],
  ['A', 'all choices as a list'],
  ['L', 'the log; in it the up and down arrows go from clause to clause'],
  ['Mouse', 'click, or drag: a card onto what it is for, a coin onto a port, a List onto another to merge them'],
  ['?', 'this help'],
];

// How far a finger is drawn to turn a page.
const SWIPE = 60;

// How long the table stays for a last look when all is over, and how much longer where secrets are turned up one by one.
const LAST_LOOK = 9000;
const TURNED_UP = 3000;

// In a lesson there is nobody to listen to: what came of an action is handed to `answered`.
export function sit(main, store, answered) {
  // A coach is asked, or a better choice shown in a replay.
  main.addEventListener('submit', async (event) => {
    if (!event.target.matches('[data-coach]')) return;
    event.preventDefault();
    (await import('./coach.js')).ask(main, event.target);
  });
  if (location.hash.startsWith('#show=')) {
    import('./coach.js').then(({ show }) => show(main, location.hash.slice(6).split('+')));
  }
  const game = main.classList.contains('spammers') ? 'spammers' : 'spam-o-rama';
  const find = (selector) => main.querySelector(selector);

  // Sends a form's fields; gives what was wrong, if anything was. A move that cannot be sent is kept until it can be: it names
  // what it answers, so it is refused in words if the table has moved on.
  const line = new Line();
  async function post(address, fields) {
    for (;;) {
      const sent = fetch(address, { method: 'POST', headers: { Accept: 'application/json' }, body: new URLSearchParams(fields) });
      const slow = setTimeout(() => line.say('The table does not answer yet.'), 3000);
      const answer = await sent.catch(() => null);
      clearTimeout(slow);
      if (answer && ![502, 504].includes(answer.status)) {
        line.back();
        if (answer.ok) return answered ? answered(await answer.json()) : null;
        const { sentence, clause } = await answer.json().catch(() => ({}));
        const wrong = document.createElement('p');
        wrong.append(sentence ?? 'That did not work.', ' ');
        if (clause) wrong.append(clauseLink(game, clause));
        return wrong;
      }
      if (!address.endsWith('/act')) return 'The server cannot be reached. Nothing was sent.';
      line.say('No connection. Your move is kept, and sent when the line is back.');
      await line.again();
    }
  }

  const chooser = new Chooser(main, (action) => {
    const form = document.getElementById('act');
    // A button of that name hides the property.
    return post(form.getAttribute('action'), { ...Object.fromEntries(new FormData(form)), action });
  });

  if (game === 'spammers') {
    readCards(main);
    operations(main);
  } else network(main);
  oneStop(main);
  if (main.classList.contains('rerun') || !document.getElementById('act')) {
    tabs();
    pointBack(main);
    return null;
  }

  // The list of all choices opens on request.
  find('.all')?.removeAttribute('open');
  main.classList.add('sat');

  main.addEventListener('submit', async (event) => {
    const form = event.target;
    const button = event.submitter;
    if (form.id !== 'act' && !('live' in form.dataset)) return;
    event.preventDefault();
    if (button?.dataset.sure && !button.armed) {
      button.armed = true;
      button.textContent = button.dataset.sure;
      return;
    }
    const fields = Object.fromEntries(new FormData(form, button));
    for (const open of main.querySelectorAll('.menu[open], .phrases[open], .all[open]')) if (!open.contains(form.querySelector('fieldset'))) open.open = false;
    const wrong = await post(form.getAttribute('action'), fields);
    if (wrong) chooser.hint(wrong, true);
  });

  // On a device with several players the next one is called.
  function handOver() {
    const { awaited } = document.getElementById('prompt').dataset;
    const next = [...main.dataset.own ?? ''].find((seat) => awaited.includes(seat));
    if (!next || awaited.includes(main.dataset.viewer) || find('.onward')) return;
    const link = document.createElement('a');
    link.className = 'button primary';
    link.href = `/t/${main.dataset.code}`;
    link.textContent = 'Hand the device over';
    document.getElementById('steps').append(link);
  }
  main.addEventListener('chosen', handOver);

  // When all is over how it came out is shown by itself after a while, unless somebody does something here: then they go by the link.
  let leaving = null;
  function goOn() {
    if (leaving || !find('.ended > .onward')) return;
    const onward = () => find('.ended > .onward');
    leaving = setTimeout(() => onward()?.click(), LAST_LOOK + (game === 'spammers' ? 0 : TURNED_UP));
    onward().classList.add('soon');
    chooser.hint('How it went is shown in a moment. Press anything to stay here.');
    const stay = () => {
      clearTimeout(leaving);
      onward()?.classList.remove('soon');
      if (document.getElementById('hint')?.textContent.startsWith('How it went')) chooser.hint('');
    };
    for (const kind of ['pointerdown', 'keydown', 'wheel']) addEventListener(kind, stay, { capture: true, once: true, passive: true });
  }

  const viewer = main.dataset.viewer ?? '';
  let own = ownPieces(main);
  let doer = '';
  const stage = new Stage(main, store);
  let was = Boolean(find('#prompt[data-yours]'));
  narrate([...document.querySelectorAll('#lines > li')], true);
  clocks();
  chooser.refresh();
  tabs();
  settings();
  missed();
  bottom();
  pointBack(main);
  offerSound();
  bringPace();

  const take = connect(main, {
    stage,
    change(data) {
      const lines = document.getElementById('lines');
      // Without the memory aid nothing past is kept.
      if (data.forgets) find('[data-news]')?.replaceChildren();
      if (data.fresh || data.forgets) lines.replaceChildren();
      const had = lines.lastElementChild;
      lines.insertAdjacentHTML('beforeend', data.log);
      const fresh = [...lines.children].slice(had ? [...lines.children].indexOf(had) + 1 : 0);
      narrate(fresh, data.fresh);
      while (lines.children.length > 400) lines.firstElementChild.remove();
      if (follows) bottom();
      chooser.refresh();
      clocks();
      settings();
      missed();
      goOn();
      const yours = Boolean(find('#prompt[data-yours]'));
      if (yours && !was) play('turn');
      was = yours;
      document.title = document.title.replace(/^(● )?/, yours ? '● ' : '');
    },
    // A staged moment is past already: nothing of it can be answered any more.
    late: () => chooser.close(),
    chat({ seat, name, line }) {
      const said = make('li', '', make('b', '', `${name ?? seat}: `), line);
      const all = document.getElementById('said');
      if (!all) return;
      all.append(said);
      all.scrollTop = all.scrollHeight;
      countSaid(main.matches('.chatting') ? 0 : unheard + 1);
      if (!main.classList.contains('muted')) document.getElementById('say').textContent = `${name ?? seat} says: ${line}`;
    },
    here: missed,
    lost: () => line.lost(),
    back: () => line.back(),
  });

  // An absent player is shown while the game waits for them, and for nobody here.
  function missed() {
    const { awaited } = document.getElementById('prompt').dataset;
    for (const one of main.querySelectorAll('#missed > div')) one.hidden = !awaited.includes(one.dataset.about);
  }

  // News are shown large and read aloud, without numbers of clauses; then they are part of the log.
  function narrate(lines, all) {
    for (const line of lines) address(line, viewer);
    if (game === 'spammers' && /^[a-f]$/.test(viewer)) {
      doer = takeAmiss(lines, own, viewer, all ? '' : doer);
      own = ownPieces(main);
    }
    if (!all) {
      const said = lines.map((line) => [...line.childNodes].filter((part) => part.nodeName !== 'A').map((part) => part.textContent).join('').trim());
      said.push(find('#asks span')?.textContent ?? '');
      document.getElementById('say').textContent = said.join(' ');
    }
    const last = lines.findLast((line) => line.dataset.by)?.dataset.version;
    tellNews(main, all ? lines.filter((line) => line.dataset.version === last) : lines, !all);
    fold(document.getElementById('lines'));
    sumUp(main, viewer, all ? [] : lines);
    if (game === 'spammers') { markLast(main); markNew(main, all ? [] : lines, viewer); }
  }

  // A visitor's last pace is set at a new table too, where it is theirs to set.
  function bringPace() {
    const wanted = find(`button[name="pace"][data-speed="${CSS.escape(store.get('speed') ?? '')}"]`);
    if (!wanted || store.get('paced') === main.dataset.code || !wanted.form.querySelector('[aria-pressed="true"]')) return;
    store.set('paced', main.dataset.code);
    if (wanted.getAttribute('aria-pressed') === 'false') wanted.form.requestSubmit(wanted);
  }

  // Sound is offered once, where it is seen, and silent until it is accepted.
  function offerSound() {
    const chat = find('#chat');
    if (!chat || store.get('sound') || store.get('sound-offered')) return;
    const offer = document.createElement('p');
    offer.className = 'offer';
    offer.append('Play with sound? ');
    for (const [wanted, says] of [['on', 'Yes'], ['off', 'No']]) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = says;
      button.addEventListener('click', () => { store.set('sound', wanted); settings(); play('turn'); offer.remove(); });
      offer.append(button);
    }
    chat.prepend(offer);
    new IntersectionObserver((seen) => { if (seen.some((one) => one.isIntersecting)) store.set('sound-offered', 'yes'); }).observe(offer);
  }

  // On a phone the chat is a sheet, which its bar opens and closes; until then the tab of its page counts new lines.
  let unheard = 0;
  const sheet = { close: () => chatting(false) };
  function chatting(on) {
    opened = opened.filter((part) => part !== sheet);
    if (on) opened.push(sheet);
    main.classList.toggle('chatting', on);
    const bar = find('[data-chat]');
    bar?.setAttribute('aria-expanded', String(on));
    if (bar) bar.firstElementChild.textContent = on ? 'Close' : 'Say something';
    if (on) find('.phrases')?.setAttribute('open', '');
    countSaid(0);
  }
  function countSaid(count) {
    unheard = count;
    const tab = find('.tabs [data-tab="log"]');
    tab.querySelector('.said')?.remove();
    if (!count) return;
    tab.append(make('small', 'unread said', `${count} said`));
  }

  function scroller() { return document.getElementById('lines')?.closest('.inside'); }
  // The log follows what happens until somebody scrolls up in it.
  let follows = true;
  let top = 0;
  scroller()?.addEventListener('scroll', ({ target }) => {
    const { scrollTop, scrollHeight, clientHeight } = target;
    if (scrollHeight - scrollTop - clientHeight < 40) follows = true;
    else if (scrollTop < top) follows = false;
    top = scrollTop;
    find('[data-newest]').hidden = follows;
  });
  find('[data-newest]')?.addEventListener('click', () => { follows = true; bottom(); });
  // Its window grows and shrinks with those beside it.
  if (scroller()) new ResizeObserver(() => { if (follows) bottom(); }).observe(scroller());
  function bottom() {
    const box = scroller();
    box?.scrollTo({ top: box.scrollHeight, behavior: 'instant' });
  }

  // Countdowns start from what the server said when the region was drawn.
  function clocks() {
    const bar = find('.countdown:not([data-runs]) > span');
    if (bar) {
      const { left, whole } = bar.parentElement.dataset;
      bar.parentElement.dataset.runs = '';
      const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
      bar.animate([{ transform: `scaleX(${left / whole})` }, { transform: 'scaleX(0)' }], { duration: Number(left), fill: 'forwards', easing: calm ? 'steps(8)' : 'linear' });
    }
    const clock = find('.clock:not([data-runs])');
    if (clock) {
      clock.dataset.runs = '';
      const end = performance.now() + Number(clock.dataset.left);
      const tick = () => {
        const left = Math.max(0, end - performance.now());
        clock.lastElementChild.textContent = `${Math.floor(left / 60000)}:${String(Math.floor(left / 1000) % 60).padStart(2, '0')}`;
        clock.classList.toggle('low', left < 10000);
        if (left && clock.isConnected) setTimeout(tick, 250);
      };
      tick();
    }
  }

  // On a small screen one page of the table is shown at a time.
  function tabs() {
    main.addEventListener('click', (event) => {
      const tab = event.target.closest('[data-tab]');
      if (!tab) return;
      show(tab.dataset.tab);
      document.getElementById(tab.dataset.at)?.scrollIntoView({ block: 'start' });
    });
    swipes();
    show(find('.tabs [data-tab]').dataset.tab);
  }
  // A finger drawn across a page turns to the next one, unless what lies under it goes sideways itself.
  function swipes() {
    const sideways = (part) => part !== main && (part.scrollWidth > part.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(part).overflowX) || sideways(part.parentElement));
    let from = null;
    main.addEventListener('touchstart', ({ target, touches }) => {
      from = touches.length === 1 && find('.tabs').checkVisibility() && target.closest('[data-page]') && !sideways(target) ? touches[0] : null;
    }, { passive: true });
    main.addEventListener('touchend', ({ changedTouches: [to] }) => {
      if (!from || chooser.dragging || chooser.dragged) return;
      const [x, y] = [to.clientX - from.clientX, to.clientY - from.clientY];
      const pages = [...main.querySelectorAll('.tabs [data-tab]')].map((tab) => tab.dataset.tab);
      const next = pages[pages.indexOf(main.dataset.shows) - Math.sign(x)];
      if (next && Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) show(next);
    });
  }
  function show(name) {
    main.dataset.shows = name;
    for (const tab of main.querySelectorAll('.tabs [data-tab]')) tab.setAttribute('aria-pressed', String(tab.dataset.tab === name));
    if (name === 'log') bottom();
    countUnread(main);
  }

  // Buttons that need a script come to light when there is one; they are drawn anew with every change.
  function settings() {
    for (const button of main.querySelectorAll('[data-sound], [data-theme-switch], [data-help], [data-mute], [data-speeds], [data-keys]')) button.hidden = false;
    const speed = store.get('speed') ?? 'normal';
    for (const button of main.querySelectorAll('[data-speed]:not([name])')) button.setAttribute('aria-pressed', String(button.dataset.speed === speed));
    find('[data-keys]')?.setAttribute('aria-pressed', String(store.get('keys') !== 'off'));
    const pause = find('[data-pause]');
    if (pause) pause.hidden = /^[a-f]$/.test(viewer);
    const sound = store.get('sound') === 'on';
    setSound(sound);
    find('[data-sound]')?.setAttribute('aria-pressed', String(sound));
    const mute = store.get('mute') === 'on';
    main.classList.toggle('muted', mute);
    find('[data-mute]')?.setAttribute('aria-pressed', String(mute));
  }

  main.addEventListener('click', (event) => {
    const button = event.target.closest('button');
    if (!button) return;
    if ('sound' in button.dataset) {
      store.set('sound', store.get('sound') === 'on' ? 'off' : 'on');
      settings();
      play('turn');
    }
    if ('chat' in button.dataset) chatting(!main.matches('.chatting'));
    if ('tab' in button.dataset && main.matches('.chatting')) chatting(false);
    if ('mute' in button.dataset) { store.set('mute', store.get('mute') === 'on' ? 'off' : 'on'); settings(); }
    if ('speed' in button.dataset) { store.set('speed', button.dataset.speed); settings(); }
    if ('keys' in button.dataset) { store.set('keys', store.get('keys') === 'off' ? 'on' : 'off'); settings(); }
    if ('pause' in button.dataset) {
      const on = button.getAttribute('aria-pressed') !== 'true';
      stage.pause(on);
      button.setAttribute('aria-pressed', String(on));
    }
    if ('help' in button.dataset) {
      document.getElementById('menu').open = false;
      help();
    }
  });

  function help() {
    let dialog = document.querySelector('dialog.help');
    if (!dialog) {
      dialog = document.createElement('dialog');
      dialog.className = 'help';
      dialog.setAttribute('aria-label', 'Keys');
      const list = document.createElement('dl');
      for (const [key, does] of KEYS) {
        list.append(make('dt', '', key), make('dd', '', does));
      }
      const text = document.createElement('p');
      text.textContent = 'Pick something gold; then whatever it can be used on is gold. With a mouse, drag one onto the other; with a finger, hold it first. What is not lit says why when you press it.';
      const inside = document.createElement('div');
      inside.className = 'inside';
      const close = document.createElement('button');
      close.textContent = 'Close';
      close.addEventListener('click', () => dialog.close());
      inside.append(text, list, close);
      dialog.append(inside);
      document.body.append(dialog);
    }
    if (!dialog.open) dialog.showModal();
  }

  // Esc closes the part that was opened last, or lets go of picked pieces.
  let opened = [];
  main.addEventListener('toggle', (event) => {
    opened = opened.filter((part) => part !== event.target);
    if (event.target.open) opened.push(event.target);
    // One list at a time.
    if (event.target.open && event.target.matches('.all, .why')) for (const other of main.querySelectorAll('.all, .why')) if (other !== event.target) other.open = false;
  }, true);
  main.addEventListener('read', ({ detail }) => {
    opened = opened.filter((part) => part !== detail.reading);
    if (detail.open) opened.push(detail.reading);
  });
  main.addEventListener('chosen', ({ detail }) => {
    opened = opened.filter((part) => part !== chooser);
    if (detail.picked.length) opened.push(chooser);
  });

  document.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.('input, select, textarea, dialog')) return;
    const key = event.key;
    if (key === 'Escape') {
      if (document.querySelector(':popover-open')) return;
      const open = opened.findLast((part) => part === chooser || part.close || part.isConnected && part.open);
      if (open === chooser || !open) chooser.back();
      else if (open.close) open.close();
      else { open.open = false; open.querySelector('summary').focus(); }
    } else if (store.get('keys') === 'off') {
      return;
    } else if (/^[1-9pem]$/i.test(key)) {
      [...main.querySelectorAll('[data-step]')].find((button) => button.querySelector('kbd')?.textContent === key.toUpperCase())?.click();
    } else if (key === '?') help();
    else if (key === 'l' || key === 'L') {
      show('log');
      scroller()?.focus();
    } else if (key === 'u' || key === 'U') find('[data-key="u"]')?.click();
    else if (key === 'n' || key === 'N') find('[data-key="n"]')?.click();
    else if (key === 'a' || key === 'A') {
      const all = find('.all');
      if (all) { all.open = !all.open; all.querySelector('summary').focus(); }
    } else return;
    if (key !== 'Escape') event.preventDefault();
  });
  // The meanings of words can wait: for leisure, and for a line.
  async function explain() {
    const terms = await import('./terms.js').catch(() => null);
    if (terms) return terms.explainTerms(game, main);
    await line.again();
    return explain();
  }
  (window.requestIdleCallback ?? setTimeout)(explain);
  return { chooser, stage, take, post };
}
