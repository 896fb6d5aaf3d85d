// A card to read, large, beside its name: on a piece of the table, in a line of the log, in news. It opens under a
// resting pointer, at the focus, or under a held finger; nothing can be pressed through it or by it.
import { make } from './make.js';

const REST = 400;
const HOLD = 500;
const known = new Map();
let reader;
let due;
let shown;

// The name of a card in notation, as in `hand-router-tap` or 'Router Tap'.
const slug = (name) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
const PIECE = /^(?:hand|scam|discard|list|hardware-[a-f])-(.+)$/;

// Where cards are named in sentences.
const WRITTEN = '#lines li, .news > *, #since li > span, #asks > span, #hint, [data-preview] p, .known, .highlights p, #moment > span, #advice .why, #advice li > span';

// What was rested on, and the card it names.
function named(target) {
  const piece = target.closest?.('[data-piece]');
  const found = piece && PIECE.exec(piece.dataset.piece);
  if (found) return { at: piece, card: found[1] };
  const line = target.closest?.(WRITTEN);
  if (!line) return null;
  split(line);
  const word = target.closest('.named') ?? (target.closest('a') && line.querySelector('.named'));
  return word && { at: word, card: slug(word.textContent) };
}

// A text in pieces: a line may break within the name of a file.
export const breaking = (text) => text.split(/(?<=[_.])(?=\w)/).flatMap((part, at) => (at ? [document.createElement('wbr'), part] : part));

// Names stand in quotes; they may have an apostrophe in them, but none at their end.
function split(line) {
  for (const gap of line.querySelectorAll(':scope > wbr')) gap.remove();
  line.normalize();
  for (const text of [...line.childNodes]) {
    if (text.nodeType !== Node.TEXT_NODE) continue;
    const parts = text.data.split(/'(.+?)'(?=[\s.,:;]|$)/);
    if (parts.length < 2) continue;
    text.replaceWith(...parts.flatMap((part, place) => {
      if (place % 2 === 0) return [part];
      return ['\'', make('span', 'named', ...breaking(part)), '\''];
    }));
  }
}

async function fetched(set, card) {
  const address = `/cards/${set}/${card}`;
  if (!known.has(address)) {
    known.set(address, fetch(address).then((answer) => (answer.ok ? answer.text() : null), () => null));
  }
  return known.get(address);
}

// A merged List as it lies: what it is worth now, and what it is made of, the first cards by name.
const NAMED = 8;
function merged(list) {
  const whole = make('div', 'whole-list');
  const cards = [...list.querySelectorAll('.cards-of > li')];
  const title = make('b', '', `Merged out of ${cards.length} Lists`);
  const state = list.querySelector('.state')?.cloneNode(true) ?? '';
  const made = make('ul', '', ...cards.slice(0, NAMED).map((card) => card.cloneNode(true)));
  if (cards.length > NAMED) made.append(make('li', '', `and ${cards.length - NAMED} more`));
  whole.append(title, state, made);
  return whole;
}

async function show({ at: rested, card }) {
  const set = document.querySelector('[data-cards]')?.dataset.cards;
  const html = set && await fetched(set, card);
  if (!html || shown !== rested) return;
  // The table may have been drawn anew meanwhile, with the same piece in it.
  const { piece } = rested.dataset;
  const at = rested.isConnected ? rested : piece && document.querySelector(`[data-piece="${piece}"]`);
  if (!at) return;
  if (!reader) {
    reader = document.createElement('div');
    reader.className = 'reader';
    reader.popover = 'manual';
    reader.setAttribute('aria-hidden', 'true');
    document.body.append(reader);
  }
  reader.innerHTML = html;
  if (at.matches('.list.merged')) reader.append(merged(at));
  document.dispatchEvent(new CustomEvent('card', { detail: reader }));
  // Over the log, where it covers nothing that can be picked. For other places, and for names in the log itself, beside
  // the name, on the side that has more room.
  const box = at.getBoundingClientRect();
  const side = document.querySelector('.table > .side')?.getBoundingClientRect();
  const column = side && innerWidth > 1000 && side.left > innerWidth / 2 && box.right <= side.left ? side : null;
  // No wider than the column, so that what a choice would do can be read beside it.
  reader.style.width = column ? `${column.width}px` : '';
  reader.showPopover();
  const right = innerWidth - box.right >= box.left;
  const left = column ? column.right - reader.offsetWidth : right ? box.right + 8 : box.left - reader.offsetWidth - 8;
  // At the foot of the column, below what happened since one's last turn, above what a coach says.
  const foot = document.querySelector('#advice')?.getBoundingClientRect().top ?? Infinity;
  const top = column ? Math.min(column.bottom, foot) - reader.offsetHeight : box.top + box.height / 2 - reader.offsetHeight / 2;
  reader.style.left = `${Math.max(4, Math.min(left, innerWidth - reader.offsetWidth - 4))}px`;
  reader.style.top = `${Math.max(4, Math.min(top, innerHeight - reader.offsetHeight - 4))}px`;
}

function hide() {
  clearTimeout(due);
  shown = null;
  reader?.hidePopover();
}

function turnTo(target, after) {
  const found = named(target);
  if (found && found.at === shown) return;
  hide();
  if (!found) return;
  shown = found.at;
  due = setTimeout(show, after, found);
}

export function readCards(main) {
  // What comes to lie under a pointer that rests was not pointed at.
  let rests = null;
  const moved = (event) => { const was = rests; rests = `${event.clientX},${event.clientY}`; return rests !== was; };
  main.addEventListener('pointerover', (event) => { if (event.pointerType === 'mouse' && moved(event)) turnTo(event.target, REST); });
  main.addEventListener('pointermove', moved, { passive: true });
  main.addEventListener('pointerleave', hide);
  main.addEventListener('pointerdown', (event) => {
    hide();
    if (event.pointerType !== 'mouse') turnTo(event.target, HOLD);
  });
  // A card that a finger asked for stays until the next touch.
  const lift = (event) => { if (event.pointerType === 'mouse' || !reader?.matches(':popover-open')) hide(); };
  for (const kind of ['pointerup', 'pointercancel']) addEventListener(kind, lift, { capture: true, passive: true });
  addEventListener('wheel', hide, { capture: true, passive: true });
  main.addEventListener('focusin', (event) => { if (event.target.matches(':focus-visible') && !main.classList.contains('led')) turnTo(event.target, REST); });
  main.addEventListener('focusout', hide);
  // Esc closes the card that is read, and nothing else with it.
  addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    if (reader?.matches(':popover-open')) event.stopPropagation();
    hide();
  }, true);
}
