// Changes as they happen: regions of the page are replaced, what a person was at is kept.
const calm = matchMedia('(prefers-reduced-motion: reduce)');

export function element(html) {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content.firstElementChild;
}

// A change as it is sent: a line of data, then a line for every region, then the new lines of the log.
export function read(text) {
  const [head, ...lines] = text.split('\n');
  const data = JSON.parse(head);
  const regions = lines.splice(0, data.regions);
  return {
    ...data,
    regions: Object.fromEntries(regions.map((html) => [/ id="([^"]*)"/.exec(html)?.[1], html])),
    log: lines.join(''),
  };
}

// Listens to a match from the version that the page has, and again whenever the line breaks.
export function connect(main, { change, chat, lost, back, events }) {
  let version = Number(main.dataset.version);
  let source;
  let wait = 1000;
  const queue = [];
  let busy = false;

  async function work() {
    busy = true;
    while (queue.length) {
      const data = queue.shift();
      if (data.version < version) continue;
      version = data.version;
      main.dataset.version = version;
      await show(data, queue.length > 0, change);
    }
    busy = false;
  }

  function open() {
    const address = new URL(events ?? main.dataset.events, location.href);
    address.searchParams.set('since', version);
    if (/^[a-f]$/.test(main.dataset.viewer ?? '')) address.searchParams.set('seat', main.dataset.viewer);
    source = new EventSource(address);
    source.onopen = () => { wait = 1000; back?.(); };
    source.addEventListener('change', (event) => {
      queue.push(read(event.data));
      if (!busy) work();
    });
    source.addEventListener('chat', (event) => chat?.(JSON.parse(event.data)));
    source.addEventListener('here', (event) => document.getElementById('company')?.replaceWith(element(event.data)));
    source.addEventListener('reload', () => location.reload());
    source.onerror = () => {
      source.close();
      lost?.();
      setTimeout(open, wait);
      wait = Math.min(wait * 1.6, 5000);
    };
  }
  open();
  addEventListener('pagehide', () => source.close());
  addEventListener('pageshow', (event) => { if (event.persisted) open(); });
}

// What has not changed is not sent again: a mark stands in its place.
function filled(region) {
  for (const mark of region.querySelectorAll('[data-kept]')) {
    const here = document.getElementById(mark.id);
    if (here) mark.replaceWith(here);
  }
  return region;
}

// Which pieces lie where, and what is written on them.
function pieces(ids) {
  const found = new Map();
  for (const id of ids) {
    const region = document.getElementById(id);
    if (!region) continue;
    const here = [...region.querySelectorAll('[data-piece]')];
    if (region.dataset.piece) here.push(region);
    for (const piece of here) found.set(piece.dataset.piece, { piece, id, text: words(piece) });
  }
  return found;
}

const words = (piece) => [...piece.querySelectorAll('.rating, .size, .gruntles, .coin')].map((part) => part.textContent).join();
const title = (name) => name.replace(/^(hand|scam|discard|list|hardware-[a-f])-/, '');

export async function show(data, hurry, change) {
  const regions = Object.entries(data.regions ?? {});
  const ids = regions.map(([id]) => id);
  const before = pieces(ids);
  const swap = () => {
    const kept = keep(ids);
    for (const [id, html] of regions) document.getElementById(id)?.replaceWith(filled(element(html)));
    restore(kept);
    const after = pieces(ids);
    for (const [name, { piece, text }] of after) {
      if (before.has(name) && before.get(name).text !== text) piece.classList.add('fresh');
    }
    change?.(data, after);
    return after;
  };
  if (hurry || calm.matches || document.hidden || !document.startViewTransition) {
    swap();
    return;
  }
  // At most one thing moves: the first piece that left its place and turns up in another.
  const mover = moving(before, regions);
  if (!mover) {
    swap();
    return;
  }
  mover.from.style.viewTransitionName = 'moving';
  const transition = document.startViewTransition(() => {
    swap();
    mover.from.style.viewTransitionName = '';
    const to = document.querySelector(mover.to);
    if (to) to.style.viewTransitionName = 'moving';
  });
  transition.ready.catch(() => {});
  await transition.finished.catch(() => {});
  for (const moved of document.querySelectorAll('[data-piece], .coin')) moved.style.viewTransitionName = '';
}

function moving(before, regions) {
  const next = new Map();
  for (const [id, html] of regions) {
    const region = element(html);
    for (const piece of [region, ...region.querySelectorAll('[data-piece]')]) {
      if (piece.dataset.piece) next.set(piece.dataset.piece, { id, coins: piece.querySelectorAll('.pile i').length || piece.querySelectorAll('.coin').length });
    }
  }
  for (const [name, { piece, id }] of before) {
    const stays = next.get(name);
    if (name.startsWith('port-')) {
      // A stack left this port: it went to the one that grew.
      const grew = [...next].find(([other, { coins }]) => other !== name && other.startsWith('port-') && coins > 1);
      const coin = piece.querySelector('.coin');
      if (coin && stays?.coins === 0 && grew) return { from: coin, to: `[data-piece="${grew[0]}"] > .coin` };
    } else if (!stays || stays.id !== id) {
      const twin = [...next.keys()].find((other) => title(other) === title(name) && !before.has(other)) ?? (stays && name);
      if (twin && piece.checkVisibility?.()) return { from: piece, to: `[data-piece="${twin}"]` };
    }
  }
  return null;
}

const FIELDS = 'input:not([type="hidden"]), select, textarea';
const field = (part) => `form[action="${part.form?.getAttribute('action')}"] [name="${part.name}"]`;

// What would be lost with a region: open details, scrolling, the focus, what is being typed.
function keep(ids) {
  const regions = ids.map((id) => document.getElementById(id)).filter(Boolean);
  const active = document.activeElement;
  const mark = (open) => `${open.className}|${open.closest('[data-piece]')?.dataset.piece ?? ''}|${open.querySelector('summary')?.textContent.replace(/[\d()]+/g, '')}`;
  return {
    mark,
    ids,
    open: new Set(regions.flatMap((region) => [...region.querySelectorAll('details[open]')].map(mark))),
    scrolls: regions.flatMap((region) => [...region.querySelectorAll('.cards, .inside, .titles, .choices')]
      .filter((part) => part.scrollTop || part.scrollLeft)
      .map((part) => [region.id, part.className, part.scrollTop, part.scrollLeft])),
    typed: regions.flatMap((region) => [...region.querySelectorAll(FIELDS)]
      .filter((part) => part.name && part.type !== 'radio' && part.type !== 'checkbox' && part.value !== part.defaultValue && part.tagName !== 'SELECT')
      .map((part) => [field(part), part.value])),
    focus: active && regions.some((region) => region.contains(active)) ? focusOf(active) : null,
  };
}

function focusOf(active) {
  const piece = active.closest('[data-piece]')?.dataset.piece;
  if (active.classList.contains('pick')) return `[data-piece="${piece}"] > .pick`;
  if (active.tagName === 'SUMMARY') return (piece ? `[data-piece="${piece}"] ` : '') + `.${active.parentElement.className.split(' ')[0]} > summary`;
  if (active.matches(FIELDS)) return field(active);
  if (active.dataset.step) return `[data-step="${active.dataset.step}"]`;
  return '#prompt';
}

function restore({ ids, open, scrolls, focus, mark, typed }) {
  for (const [where, value] of typed) {
    const part = document.querySelector(where);
    if (part) part.value = value;
  }
  for (const id of ids) {
    for (const part of document.getElementById(id)?.querySelectorAll('details') ?? []) part.open = open.has(mark(part));
  }
  for (const [id, name, top, left] of scrolls) {
    const part = document.getElementById(id)?.querySelector(`.${name.split(' ')[0]}`);
    part?.scrollTo({ top, left, behavior: 'instant' });
  }
  if (focus) queueMicrotask(() => {
    const again = document.querySelector(focus) ?? document.querySelector('.pick[tabindex="0"], #steps button') ?? document.getElementById('prompt');
    again?.focus({ preventScroll: true });
  });
}
