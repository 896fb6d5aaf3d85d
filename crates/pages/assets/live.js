// Changes as they happen: regions of the page are replaced, what a person was at is kept.
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

// Listens to a match from the version that the page has, and again whenever the line breaks. Changes are shown one
// after the other, each as long as the stage needs.
export function connect(main, { change, late, chat, here, lost, back, events, stage }) {
  let version = Number(main.dataset.version);
  let source;
  let wait = 1000;
  const queue = [];
  let working = null;
  // What came while somebody held the game is looked at as long as what comes one by one.
  let held = 0;

  async function work() {
    while (queue.length) {
      if (stage?.paused) {
        await stage.paused;
        held = queue.length;
      }
      const data = queue.shift();
      if (data.version < version) continue;
      version = data.version;
      main.dataset.version = version;
      if (stage) stage.hurry = data.fresh || queue.length > 12 + held || queue.some(presses);
      held = Math.max(0, held - 1);
      await show(data, change, stage);
    }
    working = null;
  }

  // Shows a change after those before it; done when all are shown.
  function take(text) {
    queue.push(read(text));
    return working ??= work();
  }
  // Who listens nowhere is handed the changes.
  if (!(events ?? main.dataset.events)) return take;

  let timer;
  function open() {
    clearTimeout(timer);
    source?.close();
    const address = new URL(events ?? main.dataset.events, location.href);
    address.searchParams.set('since', version);
    if (/^[a-f]$/.test(main.dataset.viewer ?? '')) address.searchParams.set('seat', main.dataset.viewer);
    source = new EventSource(address);
    source.onopen = () => { wait = 1000; back?.(); };
    source.addEventListener('change', (event) => take(event.data));
    source.addEventListener('chat', (event) => chat?.(JSON.parse(event.data)));
    source.addEventListener('here', ({ data }) => {
      const told = document.createElement('template');
      told.innerHTML = data;
      for (const part of [...told.content.children]) document.getElementById(part.id)?.replaceWith(part);
      here?.();
    });
    // The page is another one now. A table on which all is over stays for a last look, and its bar leads on.
    source.addEventListener('reload', async () => {
      source.close();
      await working;
      if (!main.querySelector('.ended > .onward')) location.reload();
    });
    source.onerror = () => {
      source.close();
      lost?.();
      timer = setTimeout(open, wait);
      wait = Math.min(wait * 1.6, 5000);
    };
  }
  open();
  // Nothing more is heard on a line that went with the network.
  addEventListener('offline', () => { clearTimeout(timer); source.close(); });
  addEventListener('online', open);
  addEventListener('pagehide', () => source.close());
  addEventListener('pageshow', (event) => { if (event.persisted) open(); });
  return take;
}

// Whether somebody's time runs in it.
const presses = (data) => / data-yours/.test(data.regions?.prompt ?? '') && /class="(countdown|clock)"/.test(data.regions.prompt);

// What has not changed is not sent again: a mark stands in its place.
function filled(region) {
  for (const mark of region.querySelectorAll('[data-kept]')) {
    const here = document.getElementById(mark.id);
    if (here) mark.replaceWith(here);
  }
  return region;
}

// The places and texts of the pieces in these regions; of those that may leave, a copy.
function pieces(ids, named) {
  const found = new Map();
  for (const id of ids) {
    const region = document.getElementById(id);
    if (!region) continue;
    const here = [...region.querySelectorAll('[data-piece]')];
    if (region.dataset.piece) here.push(region);
    for (const piece of here) {
      const { piece: name } = piece.dataset;
      const copied = named?.has(name) ? { box: piece.getBoundingClientRect(), copy: copyOf(piece) } : {};
      found.set(name, { piece, text: words(piece), ...copied });
    }
  }
  return found;
}

function copyOf(piece) {
  const copy = piece.cloneNode(true);
  for (const part of [copy, ...copy.querySelectorAll('[id], [data-piece]')]) {
    part.removeAttribute('id');
    part.removeAttribute('data-piece');
  }
  for (const made of copy.querySelectorAll('.pick, .chip, .uses')) made.remove();
  return copy;
}

const words = (piece) => [...piece.querySelectorAll('.rating, .size, .gruntles, .coin')].map((part) => part.textContent).join();

// The new lines of the log, before they are in it.
function linesOf(data) {
  const log = document.createElement('ol');
  log.innerHTML = data.fresh ? '' : data.log ?? '';
  return [...log.children];
}

export async function show(data, change, stage) {
  const regions = Object.entries(data.regions ?? {});
  const ids = regions.map(([id]) => id);
  const lines = linesOf(data);
  const before = pieces(ids, new Set(lines.flatMap((line) => line.dataset.about?.split(' ') ?? [])));
  await stage?.before(lines, before);
  const kept = keep(ids);
  for (const [id, html] of regions) document.getElementById(id)?.replaceWith(filled(element(html)));
  restore(kept);
  const after = pieces(ids);
  for (const [name, { piece, text }] of after) {
    if (before.has(name) && before.get(name).text !== text) piece.classList.add('fresh');
  }
  change?.(data, after);
  await stage?.after(lines);
}

const FIELDS = 'input:not([type="hidden"]), select, textarea';
const field = (part) => `form[action="${part.form?.getAttribute('action')}"] [name="${part.name}"]`;

// State that would be lost with a region: open details, scrolling, the focus, typed text.
function keep(ids) {
  const regions = ids.map((id) => document.getElementById(id)).filter(Boolean);
  const active = document.activeElement;
  const mark = (open) => `${open.className}|${open.closest('[data-piece]')?.dataset.piece ?? ''}|${open.querySelector('summary')?.textContent.replace(/[\d()]+/g, '')}`;
  return {
    mark,
    ids,
    open: new Set(regions.flatMap((region) => [...region.querySelectorAll('details[open]')].map(mark))),
    scrolls: regions.flatMap((region) => [...region.querySelectorAll('.cards, .inside, .lists, .scams, .choices')]
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
  // The task bar is there at once, pieces to pick only after they are lit.
  if (focus === '#prompt') document.getElementById('prompt')?.focus({ preventScroll: true });
  else if (focus) queueMicrotask(() => {
    const again = document.querySelector(focus) ?? document.querySelector('.pick[tabindex="0"], #steps button') ?? document.getElementById('prompt');
    again?.focus({ preventScroll: true });
  });
}
