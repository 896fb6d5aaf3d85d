// SPAMMERS at the table: a dossier of each rival in the reading column, the cable from a Scam to the List it mails, and
// the sum that makes a Target Number. None of it can be picked: it is there to be read.
import { figures } from './figures.js';
import { make } from './make.js';

// With fewer at the table their strips have room for every name.
const DOSSIERS = 3;
const small = matchMedia('(max-width: 43.75em), (max-height: 35em)');

export function operations(main) {
  const desktop = main.querySelector('.desktop');
  if (!desktop) return;
  const redraw = [dossiers(main), cable(main), asked(main)];
  let due = 0;
  const soon = () => { due ||= requestAnimationFrame(() => { due = 0; for (const draw of redraw) draw?.(); }); };
  new MutationObserver(soon).observe(desktop, { childList: true, subtree: true });
  for (const kind of ['chosen', 'pointerover', 'focusin']) main.addEventListener(kind, soon);
  addEventListener('resize', soon);
  sums(main.querySelector('[data-preview]'));
  soon();
}

// All that a rival has, by name: tabs above the log, and the same for a press on the rival.
function dossiers(main) {
  const side = main.querySelector('.side');
  const rivals = [...main.querySelectorAll('.rivals > .seat')];
  if (!side || rivals.length < DOSSIERS) return null;
  const tabs = make('div', 'dossiers');
  tabs.setAttribute('role', 'group');
  tabs.setAttribute('aria-label', 'Read');
  const page = make('section', 'window dossier');
  page.hidden = true;
  page.tabIndex = -1;
  page.setAttribute('aria-label', 'Dossier');
  let open = '';
  const tab = (seat, says, label) => {
    const button = make('button', seat && `at-${seat}`, says);
    button.type = 'button';
    button.dataset.dossier = seat;
    button.setAttribute('aria-label', label);
    button.title = label;
    return button;
  };
  const name = (rival) => rival.querySelector('h2 .name').textContent;
  const letters = rivals.map((rival) => rival.id.slice(5));
  tabs.append(tab('', 'News', 'What happened'), ...rivals.map((rival, at) => tab(letters[at], letters[at].toUpperCase(), `${name(rival)}: all that lies there`)));
  side.prepend(tabs, page);

  const reading = { close: () => show('') };
  const show = (seat) => {
    open = seat;
    main.dispatchEvent(new CustomEvent('read', { detail: { reading, open: Boolean(seat) } }));
    page.hidden = !seat;
    side.classList.toggle('reads', Boolean(seat));
    for (const button of tabs.children) button.setAttribute('aria-pressed', String(button.dataset.dossier === seat));
    draw();
  };
  tabs.addEventListener('click', ({ target }) => {
    const button = target.closest('button');
    if (button) show(button.dataset.dossier === open ? '' : button.dataset.dossier);
  });
  // Who is pressed and no answer is asked about.
  main.addEventListener('click', (event) => {
    const who = event.target.closest('.rivals .id');
    if (!who || small.matches || who.matches('.lit, .barred')) return;
    event.preventDefault();
    const seat = who.closest('.seat').id.slice(5);
    show(seat === open ? '' : seat);
  }, true);

  // A piece as it lies there, with nothing left that could be pressed or taken for the piece itself.
  const copy = (piece) => {
    const made = piece.cloneNode(true);
    if (made.matches('.lit')) made.classList.add('may');
    for (const part of [made, ...made.querySelectorAll('*')]) {
      part.removeAttribute('id');
      delete part.dataset.piece;
      part.classList.remove('lit', 'picked', 'barred', 'draggable', 'holds', 'about');
    }
    for (const part of made.querySelectorAll('.pick, .uses, .last-move, .open, [popover]')) part.remove();
    return made;
  };
  const machine = (piece) => {
    const [art, text] = [piece.querySelector('.open > .art'), piece.querySelector('.pop')];
    return make('li', 'kit', ...[art?.cloneNode(true), make('p', '', ...text?.cloneNode(true).childNodes ?? [])].filter(Boolean));
  };
  const part = (title, pieces) => (pieces.length ? [make('h3', '', title), make('ul', '', ...pieces)] : []);
  function draw() {
    const rival = open && main.querySelector(`#seat-${open}`);
    if (!rival || page.hidden) return;
    const all = (selector) => [...rival.querySelectorAll(selector)];
    const head = make('header', 'bar', ...all('.id > .seat-badge').map(copy), make('h2', '', name(rival)));
    const sum = rival.querySelector('.sum > .unseen, .sum .unseen')?.textContent ?? '';
    const held = rival.querySelector('.held').textContent.trim();
    const stands = make('p', '', ...all('.id > .face').map(copy), make('span', '', make('b', '', `${sum} of ${main.querySelector('.desktop').dataset.all}`), `, ${held}`));
    const inside = make('div', 'inside', stands, ...part('Scams', all('.scam').map(copy)), ...part('Lists', all('.list').map(copy)), ...part('Hardware', all('.machine').map(machine)), ...all('.known').map(copy));
    inside.tabIndex = 0;
    page.className = `window dossier at-${open}`;
    const at = page.querySelector('.inside')?.scrollTop ?? 0;
    page.replaceChildren(head, inside);
    inside.scrollTop = at;
  }
  show('');
  return draw;
}

// Who mails whom, as a cable in the gutters between the windows: it crosses no word.
function cable(main) {
  const SVG = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', 'cable');
  svg.setAttribute('aria-hidden', 'true');
  const lines = ['rim', 'core'].map((name) => {
    const line = document.createElementNS(SVG, 'polyline');
    line.setAttribute('class', name);
    return line;
  });
  svg.append(...lines);
  main.append(svg);
  let picked = [];
  main.addEventListener('chosen', ({ detail }) => { picked = detail.picked; });

  const piece = (name) => name && main.querySelector(`.desktop [data-piece="${CSS.escape(name)}"]`);
  // The Scam that was chosen, and the List that is chosen, pointed at, or gone to.
  function mailing() {
    const scam = picked.find((one) => one.startsWith('scam-'));
    if (scam) {
      const list = picked.find((one) => one.startsWith('list-'));
      const over = main.querySelector('[data-piece^="list-"].lit:is(:hover, :focus-within)');
      return [piece(scam), piece(list) ?? (over?.querySelector('.chip .odds') ? over : null)];
    }
    const sent = main.querySelector('.envelope[data-from]');
    return sent ? [piece(sent.dataset.from), piece(sent.dataset.to)] : [];
  }

  // Where a piece meets a gutter: a point on its edge, and the height of the gutter.
  function end(there, gutters) {
    const box = there.getBoundingClientRect();
    const x = Math.round(box.left + box.width / 2);
    if (there.closest('.mine')) return { x, y: box.top, gutter: gutters.low };
    if (there.closest('.rivals')) return { x, y: there.closest('.seat').getBoundingClientRect().bottom, gutter: gutters.high };
    const lists = there.closest('.lists').getBoundingClientRect();
    return { x, y: box.bottom, gutter: box.bottom > lists.bottom - box.height / 2 ? gutters.low : box.bottom + 2 };
  }

  return () => {
    const [from, to] = small.matches ? [] : mailing();
    const zones = ['.rivals', '.masses', '.mine', '.outbox'].map((name) => main.querySelector(name)?.getBoundingClientRect());
    const [rivals, masses, mine, outbox] = zones;
    if (!from || !to || !rivals || !masses || !outbox) return svg.classList.remove('on');
    const middle = (a, b) => Math.round((a + b) / 2);
    const gutters = { high: middle(rivals.bottom, masses.top), low: mine ? middle(masses.bottom, mine.top) : masses.bottom + 3 };
    const across = middle(masses.right, outbox.left);
    const [a, b] = [end(from, gutters), end(to, gutters)];
    const corners = a.gutter === b.gutter ? [] : [[across, a.gutter], [across, b.gutter]];
    const path = [[a.x, a.y], [a.x, a.gutter], ...corners, [b.x, b.gutter], [b.x, b.y]];
    const origin = main.getBoundingClientRect();
    const points = path.map(([x, y]) => `${x - origin.left},${y - origin.top}`).join(' ');
    for (const line of lines) line.setAttribute('points', points);
    return svg.classList.add('on');
  };
}

// On a small screen the die lies on another page: a roll that is asked about is shown where it is asked.
const asked = (main) => () => {
  const die = main.querySelector('.roll > .die[data-roll] > .g')?.cloneNode(true);
  main.querySelector('#asks .rolled')?.remove();
  if (die && small.matches) main.querySelector('#asks > span')?.prepend(make('i', 'rolled', die));
};

// What a Target Number is made of, large.
function sums(zone) {
  if (!zone) return;
  new MutationObserver(() => {
    const odds = zone.querySelector('.odds[data-sum]');
    if (!odds || zone.querySelector('.target-sum')) return;
    const [size, card, more] = odds.dataset.sum.split(' ').map(Number);
    const parts = [[size, 'Size', ''], [card, 'card', '+'], ...more ? [[more, 'bonus', more < 0 ? '' : '+']] : [], [size + card + more, 'Target', '=']];
    const sentence = zone.querySelector('p');
    const [, list, scam, by, , then] = /^(?:Of \d+ answers here, one: )?Mail '(.+)' for '(.+)' with '(.+)'\.( Target [^.]*\.)? ?(.*)$/.exec(sentence.textContent) ?? [];
    const [, among] = /^Of (\d+) answers here/.exec(sentence.textContent) ?? [];
    if (list) {
      const rows = [['From', scam], ['With', by], ['To', list]].map(([what, name]) => make('span', '', make('small', '', what), ' ', make('b', '', name)));
      sentence.className = 'letter-head';
      if (among) sentence.dataset.among = `one of ${among}`;
      sentence.replaceChildren(...rows);
      if (then) zone.append(make('p', 'then', then));
    }
    sentence.after(make('p', 'target-sum', ...parts.map(([value, what, sign]) => make('span', what === 'Target' ? 'whole' : '', make('i', '', sign), figures(value), make('small', '', what)))));
  }).observe(zone, { childList: true });
}
