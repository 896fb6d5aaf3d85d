// A lesson: the table is a real one, and the coach follows the moves there.
import { meet } from './about.js';
import { element } from './live.js';
import { sheet } from './sheet.js';
import { sit } from './table.js';

// How long nothing may happen before the coach says so.
const IDLE = 25000;
// After so many wrong tries the way is shown.
const TRIES = 3;
// More changes than this are only caught up with.
const MANY = 8;

export function teach(main, store) {
  const coach = () => document.getElementById('coach');
  let tries = 0;
  let shown = Promise.resolve();
  let busy = false;
  let keys = false;
  let quiet;

  const { chooser, stage, take, post } = sit(main, store, answered);

  // Takes the result of an action; gives its error, if it has one.
  function answered(told) {
    if (told.says) {
      tries += 1;
      remark(told.says);
      if (tries >= TRIES) coach().querySelector('[data-on] button')?.classList.add('primary');
      return told.says;
    }
    shown = shown.then(() => goOn(told));
    return null;
  }

  // Shows what happened, then what the coach says to it.
  async function goOn({ at, asides, changes, coach: html }) {
    busy = true;
    unmark();
    say(asides[0] ?? '');
    for (const button of coach().querySelectorAll('.ways button')) button.disabled = true;
    stage.pace = changes.length > MANY ? 0.35 : 1;
    let last;
    for (const change of changes) last = take(lines(change));
    await last;
    stage.pace = 1;
    const open = coach().querySelector('details').open;
    coach().replaceWith(element(html));
    coach().querySelector('details').open = open;
    sheet(coach());
    history.replaceState(null, '', `?at=${at}`);
    main.dataset.version = at;
    document.querySelector('#act [name="version"]').value = at;
    tries = 0;
    busy = false;
    chooser.refresh();
    finish();
    aloud([...coach().querySelectorAll('h2, .tells, .todo')].map((part) => part.textContent).join(' '));
    find();
    if (keys) focus();
    listen();
  }

  // A learner at the end, or without the coach, has met the game.
  const met = () => meet(coach().dataset.game, store);
  function finish() {
    if (!coach().querySelector('[data-on]')) met();
  }

  // An event as it is sent, without its field names.
  const lines = (text) => text.split('\n').filter((line) => line.startsWith('data: ')).map((line) => line.slice(6)).join('\n');

  function remark(says) {
    const line = coach().querySelector('.remark');
    line.textContent = says;
    if (says) coach().querySelector('details').open = true;
  }

  // The same, and aloud. Refusals are read aloud elsewhere.
  function say(says) {
    remark(says);
    if (says) aloud(says);
  }

  function aloud(says) {
    document.getElementById('coach-says').textContent = says;
  }

  const named = (name) => main.querySelectorAll(/^[#.]/.test(name) ? name : `[data-piece="${CSS.escape(name)}"]`);

  function unmark() {
    for (const piece of main.querySelectorAll('.coached, .framed')) piece.classList.remove('coached', 'framed', 'pulse');
  }

  // Marks the pieces to pick, and frames highlighted ones.
  function mark() {
    if (busy) return;
    unmark();
    const { expects, frames } = coach().dataset;
    for (const name of frames.split(' ').filter(Boolean)) for (const piece of named(name)) piece.classList.add('framed');
    const next = chooser.next();
    const choice = chooser.choices.find(({ notation }) => notation === expects);
    for (const step of choice?.steps ?? []) {
      if (!next.get(step)?.includes(choice)) continue;
      for (const piece of main.querySelectorAll(`[data-piece="${CSS.escape(step)}"], [data-step="${CSS.escape(step)}"]`)) piece.classList.add('coached');
    }
    for (const tab of main.querySelectorAll('[data-tab]')) {
      tab.classList.toggle('coached', main.dataset.shows !== tab.dataset.tab && page(tab).some((part) => part.querySelector('.coached, .framed')));
    }
    // Scrolls the hand to the piece to pick.
    main.querySelector('.cards .coached')?.closest('.cards > *')?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const pick = main.querySelector('.coached > .pick');
    if (!pick) return;
    for (const other of main.querySelectorAll('.pick[tabindex="0"]')) other.tabIndex = -1;
    pick.tabIndex = 0;
  }

  const page = (tab) => [...main.querySelectorAll(`[data-page="${tab.dataset.tab}"]`)];
  const seen = (piece) => piece.checkVisibility?.({ visibilityProperty: true }) ?? true;

  // On a small screen the page that is spoken of is shown.
  function find() {
    const pieces = [...main.querySelectorAll('.coached:not([data-tab], [data-step])')];
    const wanted = pieces.length ? pieces : [...main.querySelectorAll('.framed')];
    if (!wanted.length || wanted.some(seen)) return;
    [...main.querySelectorAll('[data-tab].coached')][0]?.click();
  }

  function focus() {
    const there = main.querySelector('.coached > .pick') ?? [...main.querySelectorAll(':is(.uses, #steps) .coached')].findLast(seen) ?? coach().querySelector('.ways .primary');
    chooser.lead(there);
  }

  // A hint for an idle learner that there is time, where that leaves the lesson's own words in sight.
  function listen() {
    clearTimeout(quiet);
    quiet = setTimeout(() => {
      const asked = main.querySelectorAll('.coached');
      if (busy || !asked.length || coach().querySelector('.remark').textContent) return;
      for (const piece of asked) piece.classList.add('pulse');
      remark(coach().dataset.idle);
      if (!coach().querySelector('.tells')?.checkVisibility()) remark('');
    }, IDLE);
  }

  main.addEventListener('chosen', ({ detail }) => {
    mark();
    find();
    if (keys && detail.picked.length) focus();
  });
  addEventListener('keydown', () => { keys = true; listen(); }, true);
  addEventListener('pointerdown', () => { keys = false; listen(); }, true);

  main.addEventListener('submit', async (event) => {
    if (event.target.matches('#coach .out form')) met();
    if (!event.target.matches('#coach [data-on]')) return;
    event.preventDefault();
    // What was begun is not gone on with in the next step.
    while (chooser.back());
    const wrong = await post(event.target.getAttribute('action'), Object.fromEntries(new FormData(event.target)));
    if (wrong) say(wrong.textContent ?? wrong);
  });

  // Unlit pieces are answered too.
  main.addEventListener('click', (event) => {
    if (busy) return;
    if (event.target.closest('[data-tab]')) mark();
    const why = event.target.closest('.pick, #steps button')?.why;
    if (why) {
      const clause = why.querySelector('a')?.textContent;
      const refused = [...coach().querySelectorAll('[data-refused] data')].find((data) => data.value === clause);
      if (refused) say(refused.textContent);
    } else if (!event.target.closest('.lit, a, button, summary, input, label, #coach, #prompt, .tabs')) {
      say(coach().dataset.elsewhere);
    }
  });

  sheet(coach());
  mark();
  find();
  listen();
  finish();
}
