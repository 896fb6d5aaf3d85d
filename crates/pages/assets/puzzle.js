// A puzzle: one choice at a real table, and what it was worth. How somebody fared is kept in the browser.
import { element } from './live.js';
import { sheet } from './sheet.js';
import { sit } from './table.js';

const read = (store) => {
  try { return JSON.parse(store.get('puzzles')) ?? {}; } catch { return {}; }
};

// Which puzzles were solved at the first try, and on which days the day's was.
function kept(store) {
  const { tried = {}, days = {} } = read(store);
  return { tried, days };
}

// The first answer counts.
function keep(store, puzzle, day, solved) {
  const all = kept(store);
  if (!(puzzle in all.tried)) all.tried[puzzle] = solved;
  if (day && !(day in all.days)) all.days[day] = solved;
  store.set('puzzles', JSON.stringify(all));
}

// Days in a row up to this one or the one before, and the longest row there was.
function rows(days) {
  const solved = Object.keys(days).filter((day) => days[day]).map(Number).sort((one, other) => one - other);
  let [row, best, before] = [0, 0, NaN];
  for (const day of solved) {
    row = day === before + 1 ? row + 1 : 1;
    best = Math.max(best, row);
    before = day;
  }
  const today = Math.floor(Date.now() / 86400000);
  return { now: before >= today - 1 ? row : 0, best };
}

const count = (number, what) => `${number} ${what}${number === 1 ? '' : 's'}`;

function tellStreak(store) {
  const { tried, days } = kept(store);
  const { now, best } = rows(days);
  const all = Object.values(tried);
  const row = best ? `${count(now, 'day')} in a row. Best: ${best}. ` : '';
  const says = all.length
    ? `${row}Solved at the first try: ${all.filter(Boolean).length} of ${all.length}.`
    : 'Your streak begins with the first one.';
  for (const line of document.querySelectorAll('[data-streak]')) line.textContent = says;
}

// On the page of all puzzles those that were tried are marked.
export function tick(page, store) {
  const { tried } = kept(store);
  for (const link of page.querySelectorAll('[data-puzzle]')) {
    const solved = tried[link.dataset.puzzle];
    if (solved === undefined) continue;
    link.classList.add(solved ? 'solved' : 'missed');
    link.append(element(`<span class="unseen">, ${solved ? 'solved' : 'missed'}</span>`));
  }
  tellStreak(store);
}

export function solve(main, store) {
  const panel = () => document.getElementById('coach');

  const { chooser } = sit(main, store, ({ coach }) => {
    panel().replaceWith(element(coach));
    sheet(panel());
    done();
    document.getElementById('coach-says').textContent = [...panel().querySelectorAll('h2, .best')].map((part) => part.textContent).join(' ');
    panel().querySelector('.ways .primary')?.focus();
    return null;
  });

  // It is answered: nothing more can be chosen, and the best choice is marked at the table.
  function done() {
    const { puzzle, day, solved, best } = panel().dataset;
    if (!solved) return;
    keep(store, puzzle, Number(day), solved === 'yes');
    tellStreak(store);
    main.classList.add('solved');
    chooser.hint('');
    document.getElementById('asks')?.replaceChildren('It is answered.');
    for (const part of main.querySelectorAll('#act')) part.inert = true;
    const choice = chooser.choices.find(({ notation }) => notation === best);
    for (const step of choice?.steps ?? []) {
      for (const piece of main.querySelectorAll(`[data-piece="${CSS.escape(step)}"]`)) piece.classList.add('coached');
    }
  }

  // Puts the numbers of the choices on their pieces.
  function mark() {
    const numbers = new Map();
    for (const [at, button] of [...panel().querySelectorAll('.offered button')].entries()) {
      const choice = chooser.choices.find(({ notation }) => notation === button.value);
      for (const step of choice?.steps ?? []) numbers.set(step, [...numbers.get(step) ?? [], at + 1]);
    }
    for (const [step, of] of numbers) {
      const piece = main.querySelector(`[data-piece="${CSS.escape(step)}"]`);
      piece?.append(element(`<span class="marked" aria-hidden="true">${of.join(' ')}</span>`));
    }
  }

  mark();
  sheet(panel());
  tellStreak(store);
  done();
}
