// A finished game, watched: every step is fetched and put in place; the newest wish wins.
import { read, show } from './live.js';
import { Stage } from './motion.js';
import { address, fold, markLast, tellNews } from './narrate.js';
import { setSound } from './sound.js';

// How many lines of the log are kept.
const MOST = 400;
const PACE = { slow: 2400, normal: 1200, fast: 450 };

export function watch(main, store) {
  const bar = main.querySelector('.replay');
  const find = (selector) => bar.querySelector(selector);
  const of = Number(bar.dataset.of);
  const turns = bar.dataset.turns.split(' ').filter(Boolean).map(Number);
  const path = `/t/${main.dataset.code}/replay`;
  const slider = find('#replay-at');
  const play = find('.play');
  const speed = find('#replay-speed');
  const say = document.getElementById('say');
  const stage = new Stage(main, store);
  let at = Number(bar.dataset.at);
  let wanted = at;
  let busy = false;
  let timer;
  let noted;
  // The lines of the log as they were sent.
  let log = document.getElementById('lines')?.innerHTML ?? '';

  const linkTo = (to) => `${path}?at=${to}&as=${bar.dataset.as}`;

  async function go(to) {
    wanted = Math.max(0, Math.min(of, to));
    controls(wanted);
    if (busy) return;
    busy = true;
    while (wanted !== at) {
      const to = wanted;
      try {
        const answer = await fetch(`${path}/step?at=${to}&as=${bar.dataset.as}&from=${at}`);
        if (!answer.ok) throw new Error(String(answer.status));
        const data = read(await answer.text());
        // Only a single step forward is shown as it would have been seen.
        stage.hurry = to !== at + 1 || wanted !== to;
        await show(data, changed, stage);
        at = to;
        main.dataset.version = at;
      } catch {
        stop();
        wanted = at;
        controls(at);
        say.textContent = 'This step cannot be fetched. Try again in a moment.';
      }
    }
    busy = false;
  }

  function changed(data) {
    log = data.fresh ? data.log : log + data.log;
    mark(data.version);
  }

  // The log as at the table, out of all lines: folding depends on earlier ones.
  function tell() {
    const lines = document.getElementById('lines');
    if (!lines) return;
    lines.innerHTML = log;
    while (lines.children.length > MOST) lines.firstElementChild.remove();
    log = lines.innerHTML;
    for (const line of [...lines.children, ...main.querySelectorAll('#moment > span')]) address(line, main.dataset.viewer ?? '');
    fold(lines);
    if (main.classList.contains('spammers')) markLast(main);
  }

  // What just happened: its lines of the log, and the pieces that were pointed at.
  function mark(version) {
    tell();
    for (const old of main.querySelectorAll('.moved')) old.classList.remove('moved');
    for (const old of main.querySelectorAll('#lines .now')) old.classList.remove('now');
    const now = [...main.querySelectorAll(`#lines [data-version="${version}"]`)];
    for (const line of now) line.classList.add('now');
    if (!now.length) main.querySelector('[data-news]')?.replaceChildren();
    tellNews(main, now);
    const box = document.getElementById('lines')?.closest('.inside');
    if (box) box.scrollTop = box.scrollHeight;
    const moment = document.getElementById('moment');
    for (const piece of (moment.dataset.pieces ?? '').split(' ').filter(Boolean)) {
      for (const there of main.querySelectorAll(`[data-piece="${piece}"]`)) there.classList.add('moved');
    }
    moment.title = moment.textContent;
    find('.input code').textContent = moment.dataset.input;
    if (!timer) say.textContent = moment.textContent;
  }

  function link(rel, to, can) {
    const way = find(`a[rel="${rel}"]`);
    way.classList.toggle('off', !can);
    if (can) {
      way.href = linkTo(to);
      way.removeAttribute('aria-disabled');
    } else {
      way.removeAttribute('href');
      way.setAttribute('aria-disabled', 'true');
    }
  }

  function controls(to) {
    if (Number(slider.value) !== to) slider.value = to;
    find('#step-count').textContent = `${to} of ${of}`;
    link('first', 0, to > 0);
    link('prev', to - 1, to > 0);
    link('next', to + 1, to < of);
    link('last', of, to < of);
    for (const field of bar.querySelectorAll('input[type="hidden"][name="at"]')) field.value = to;
    for (const eye of bar.querySelectorAll('.eyes a')) eye.href = `${path}?at=${to}&as=${eye.dataset.as}`;
    const turn = turns.findLastIndex((begins) => begins <= to);
    const choice = find('#replay-turn');
    if (choice && turn >= 0) choice.selectedIndex = turn;
    find('.on').hidden = to === of;
    find('[data-copy]').dataset.copy = linkTo(to);
    clearTimeout(noted);
    // Browsers allow only so many in a while.
    noted = setTimeout(() => history.replaceState(null, '', linkTo(to)), 250);
  }

  function stop() {
    clearTimeout(timer);
    timer = undefined;
    play.setAttribute('aria-pressed', 'false');
    play.title = 'Play';
  }

  async function tick() {
    if (wanted >= of) return stop();
    const since = performance.now();
    const running = timer;
    await go(wanted + 1);
    if (timer !== running) return undefined;
    timer = setTimeout(tick, Math.max(50, PACE[speed.value] - (performance.now() - since)));
    return undefined;
  }

  function toggle() {
    if (timer) return stop();
    play.setAttribute('aria-pressed', 'true');
    play.title = 'Stop';
    if (wanted >= of) wanted = 0;
    timer = setTimeout(tick, 0);
    return undefined;
  }

  function turnFrom(from, by) {
    const before = turns.filter((begins) => begins < from);
    return by < 0 ? before.at(-1) ?? 0 : turns.find((begins) => begins > from) ?? of;
  }

  const ways = { first: () => 0, prev: () => wanted - 1, next: () => wanted + 1, last: () => of };
  bar.addEventListener('click', (event) => {
    if (event.target.closest('.play')) toggle();
    const way = event.target.closest('a[rel], a[data-to]');
    if (!way || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (way.getAttribute('aria-disabled')) return;
    stop();
    go(way.dataset.to ? Number(way.dataset.to) : ways[way.rel]());
    find('.more').open = false;
  });
  slider.addEventListener('input', () => { stop(); go(Number(slider.value)); });
  find('#replay-turn')?.addEventListener('change', (event) => { stop(); go(Number(event.target.value)); });
  find('#replay-as').addEventListener('change', (event) => event.target.form.requestSubmit());
  find('.slider').addEventListener('submit', (event) => event.preventDefault());

  speed.value = store.get('replay-speed') ?? 'normal';
  if (!PACE[speed.value]) speed.value = 'normal';
  speed.addEventListener('change', () => store.set('replay-speed', speed.value));

  document.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Escape' && find('.more').open) {
      find('.more').open = false;
      find('.more > summary').focus();
    }
    const field = event.target.closest?.('input, select, textarea, dialog, summary');
    const keys = {
      ArrowLeft: ways.prev, ArrowRight: ways.next, Home: ways.first, End: ways.last,
      '[': () => turnFrom(wanted, -1), ']': () => turnFrom(wanted, 1),
    };
    // Keys that are letters can be turned off at the table.
    if ('[]'.includes(event.key) && store.get('keys') === 'off') return;
    // The slider has arrows and ends of its own.
    if (field && (field !== slider || !'[] '.includes(event.key))) return;
    if (event.key === ' ' && !event.target.closest?.('button, a')) toggle();
    else if (keys[event.key]) { stop(); go(keys[event.key]()); } else return;
    event.preventDefault();
  });
  document.addEventListener('pointerdown', (event) => {
    if (!find('.more').contains(event.target)) find('.more').open = false;
  });

  setSound(store.get('sound') === 'on');
  mark(at);
  main.dataset.ready = '';
}
