// What every page has: light or dark, copying links; and at a table, the table.
import { connect } from './live.js';
import { openClauses } from './why.js';

const root = document.documentElement;
root.classList.add('js');

const store = {
  get: (key) => { try { return localStorage.getItem(key); } catch { return null; } },
  set: (key, value) => { try { localStorage.setItem(key, value); } catch { /* then for this page only */ } },
};

const theme = store.get('theme');
if (theme === 'light' || theme === 'dark') setTheme(theme);

// What a browser draws around the page is as light or dark as the page.
function setTheme(theme) {
  root.dataset.theme = theme;
  for (const colour of document.querySelectorAll('meta[name="theme-color"]')) {
    colour.media = colour.dataset.by === theme ? 'all' : 'not all';
  }
}

function switchTheme() {
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  setTheme(dark ? 'light' : 'dark');
  store.set('theme', root.dataset.theme);
}

async function copy(button) {
  const text = new URL(button.dataset.copy, location.href).href;
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
  } catch {
    button.textContent = text;
  }
  setTimeout(() => { button.textContent = before; }, 2000);
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('button');
  if (button?.matches('[data-theme-switch]')) switchTheme();
  if (button?.matches('[data-copy]')) copy(button);
  if (button?.matches('[data-share]')) navigator.share({ title: document.title, text: button.dataset.share, url: new URL(button.dataset.link, location.href).href }).catch(() => {});
});

// Where the server cannot be reached a page says so.
navigator.serviceWorker?.register('/assets/offline.js', { scope: '/' }).catch(() => {});

// The system's own way to send a link, where it has one.
if (navigator.share) document.documentElement.classList.add('shares');

// Where a form opens and all else moves, it stays in sight.
addEventListener('toggle', ({ target }) => {
  if (target.matches?.('details.new[open]')) target.scrollIntoView({ block: 'nearest' });
}, true);

// Anything that opens over the page closes when something else is pressed.
document.addEventListener('pointerdown', (event) => {
  for (const open of document.querySelectorAll('details[open]:is(.menu, .more > *, .pile, .trash)')) {
    if (!open.contains(event.target)) open.open = false;
  }
});

openClauses();

const table = document.getElementById('table');
if (table?.classList.contains('curtain')) connect(table, { change: () => location.reload() });
else if (table?.classList.contains('puzzle')) (await import('./puzzle.js')).solve(table, store);
else if (table?.classList.contains('lesson')) (await import('./lesson.js')).teach(table, store);
else if (table?.classList.contains('table')) (await import('./table.js')).sit(table, store);
if (table?.classList.contains('rerun')) (await import('./replay.js')).watch(table, store);
if (table?.matches('.after') && table.querySelector('.highlights b[data-seat]')) {
  const { address } = await import('./narrate.js');
  for (const line of table.querySelectorAll('.highlights p')) address(line, (table.dataset.viewer ?? '').toLowerCase());
}
if (table?.matches('.after') && table.querySelector('[data-cards]')) (await import('./card.js')).readCards(table);
if (table?.dataset.thinking) (await import('./review.js')).follow(table);

// After a game, and on a page of rules, every word says what it means.
const book = document.querySelector('.clauses') && /^\/rules\/(spammers|spam-o-rama)$/.exec(location.pathname);
if (book) (await import('./terms.js')).explainTerms(book[1]);
if (table?.matches('.after')) (await import('./terms.js')).explainTerms(['spammers', 'spam-o-rama'].find((game) => table.classList.contains(game)), table);
if (document.getElementById('about')) (await import('./about.js')).tell(document.getElementById('about'), store);

const puzzles = document.getElementById('puzzles');
if (puzzles) (await import('./puzzle.js')).tick(puzzles, store);

const lobby = document.getElementById('lobby');
if (lobby) {
  connect(lobby, { events: `/t/${lobby.dataset.code}/events` });
}

// How long somebody is away goes on, in whole minutes, from what the server said.
const since = new WeakMap();
if (table || lobby) {
  setInterval(() => {
    for (const away of document.querySelectorAll('[data-away]')) {
      if (!since.has(away)) since.set(away, performance.now() - Number(away.dataset.away));
      const minutes = Math.floor((performance.now() - since.get(away)) / 60000);
      away.textContent = minutes ? `for ${minutes} min` : 'for a moment';
    }
  }, 2000);
}
