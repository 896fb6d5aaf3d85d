// Narration: one large line for news, the log with passes folded, a summary since the viewer's last turn, a mark on
// everybody's last touch. All of it is read off the lines of the log, so it survives a reload.
import { breaking } from './card.js';
import { make } from './make.js';

// The verbs of the log, said to oneself.
const VERBS = { is: 'are', has: 'have', goes: 'go', passes: 'pass', discards: 'discard', merges: 'merge' };
// Those that come second, after what was played or kept.
const SECOND = /' and (raises|lowers|pays|calls|cancels|takes|keeps|gives|rolls)\b/;
const verb = (word) => VERBS[word] ?? word.replace(/([^s])s$/, '$1');

// A line that is about the viewer says "you".
export function address(line, viewer) {
  for (const name of line.querySelectorAll(`b[data-seat="${CSS.escape(viewer)}"]`)) {
    const before = name.previousSibling?.textContent ?? '';
    const after = name.nextSibling;
    const first = /(^|[.:] )$/.test(before);
    if (after?.nodeType === Node.TEXT_NODE) {
      if (after.data.startsWith("'s ")) { after.data = after.data.slice(2); name.textContent = first ? 'Your' : 'your'; continue; }
      if (first) after.data = after.data.replace(/^ (\w+)/, (_, word) => ` ${verb(word)}`).replace(SECOND, (_, word) => `' and ${verb(word)}`);
    }
    name.textContent = first ? 'You' : 'you';
  }
}

// Harm to the viewer and to the viewer's pieces is told as such. The owner of a piece is known from before the event,
// or, for events before the page came, from how it lies now.
const HARM = ['mail', 'special', 'steal', 'loss', 'gruntle', 'storm', 'merge'];
export function ownPieces(main) {
  const own = new Map();
  for (const piece of main.querySelectorAll('.mine [data-piece]')) own.set(piece.dataset.piece, (piece.querySelector('h3') ?? piece.querySelector('.open > .unseen'))?.textContent ?? '');
  return own;
}
// Gives who was at it last, for what comes of that later.
export function takeAmiss(lines, own, viewer, doer) {
  let kind = false;
  for (const line of lines) {
    const { by, moment, about } = line.dataset;
    // What comes of a favour is one.
    kind = by ? moment === 'favour' : kind;
    if (kind) { doer = by ?? doer; continue; }
    const answered = doer === viewer && by && by !== viewer && !about && ['special', 'roll'].includes(moment);
    // Who loses something has not done it, and who answers something has not begun it.
    if (by && about && !['loss', 'storm'].includes(moment)) doer = by;
    if (!answered && (!HARM.includes(moment) || !doer || doer === viewer)) continue;
    // Nor is what the viewer answers with against the viewer.
    if (by === viewer && !['loss', 'storm'].includes(moment)) continue;
    const hit = (about ?? '').split(' ').filter((piece) => piece === `seat-${viewer}` || own.has(piece));
    if (!answered && !hit.length && !line.querySelector(`b[data-seat="${viewer}"]`)) continue;
    line.dataset.against = (hit.length || answered ? hit : [`seat-${viewer}`]).join(' ');
    line.dataset.doer = answered ? by : doer;
    for (const name of hit.map((piece) => own.get(piece)).filter(Boolean)) {
      const part = [...line.childNodes].find((part) => part.nodeType === Node.TEXT_NODE && part.data.includes(`'${name}'`));
      const at = part?.data.indexOf(`'${name}'`);
      if (!part || /your (List )?$/.test(part.data.slice(0, at))) continue;
      const before = part.data.slice(0, at).replace(/the List $/, '');
      const list = part.data.slice(0, at).endsWith('the List ') ? 'List ' : '';
      part.data = `${before}${before || part !== line.firstChild ? 'your' : 'Your'} ${list}${part.data.slice(at)}`;
    }
  }
  return doer;
}

const text = (line) => [...line.childNodes].filter((part) => part.nodeName !== 'A').map((part) => part.textContent).join('').trim();

// The same without what can be seen elsewhere.
const brief = (line) => text(line).split('. ')[0].replace(/^(.* mails? (?:your )?'.*?') for '.*$/, '$1').replace(/^(.* merges? '.*'): .*$/, '$1');

// Folds consecutive passes into one line, and hidden deals into another.
export function fold(lines) {
  const dealt = [...lines.children].filter((line) => / is dealt (a List|an Action card|a client)\.$/.test(text(line)));
  if (dealt.length > 1) {
    const [first, ...rest] = dealt;
    first.firstChild.replaceWith('The others');
    first.childNodes[1].data = first.childNodes[1].data.includes('client') ? ' are dealt clients. ' : ' are dealt Lists and Action cards. ';
    for (const line of rest) line.remove();
  }
  let kept = null;
  for (const line of [...lines.children]) {
    if (line.dataset.moment !== 'pass') { kept = null; continue; }
    if (!kept || kept.dataset.clause !== clauseOf(line)) { kept = line; line.dataset.clause = clauseOf(line); continue; }
    const name = line.querySelector('b[data-seat]');
    const first = kept.querySelector('b[data-seat]');
    if (!name || !first || kept.querySelector(`b[data-seat="${name.dataset.seat}"]`)) { kept = line; line.dataset.clause = clauseOf(line); continue; }
    const last = [...kept.querySelectorAll('b[data-seat]')].at(-1);
    const verbs = last.nextSibling;
    if (last !== first) last.previousSibling.data = ', ';
    if (name.textContent === 'You') name.textContent = 'you';
    last.after(' and ', name);
    if (verbs?.nodeType === Node.TEXT_NODE) verbs.data = verbs.data.replace(/^ (\w+)/, (_, word) => ` ${verb(word)}`);
    kept.dataset.version = line.dataset.version;
    line.remove();
  }
}
const clauseOf = (line) => line.querySelector('a')?.textContent ?? '';

// The Target that a roll counted against, if somebody moved it after the roll.
function shifted(roll) {
  let now = null;
  for (let line = roll.nextElementSibling; line; line = line.nextElementSibling) {
    const [, way, target] = / (raise|lower)s? the Target to (\d+)/.exec(text(line)) ?? [];
    if (!target) continue;
    const was = /Target (\d+)/.exec(text(roll))?.[1];
    now = target === was ? null : `Target ${target}, ${way === 'raise' ? 'raised' : 'lowered'} from ${was}`;
  }
  return now;
}

// What just happened, large. Where several things did, the first is what was done and the rest what came of it.
export function tellNews(main, lines, isFresh = true) {
  const place = main.querySelector('[data-news]');
  let told = lines.filter((line) => line.dataset.moment && !['pass', 'turn'].includes(line.dataset.moment));
  if (!place || !told.length) return;
  // When somebody has won, or another part of the game begins, nothing else is news.
  const turning = told.find((line) => ['win', 'phase'].includes(line.dataset.moment));
  if (turning) told = [turning];
  // A Mailing's gain is told with its roll.
  const is = (...moments) => told.some((line) => moments.includes(line.dataset.moment));
  const roll = is('gain', 'flat') && !is('roll', 'mail') && [...main.querySelectorAll('#lines > li[data-moment="roll"]')].at(-1);
  if (roll) told = [roll, ...told];
  const [first, ...rest] = told;
  const news = document.createElement('p');
  news.className = told.some((line) => 'against' in line.dataset) ? 'news against' : 'news';
  if (first.dataset.by) news.dataset.by = first.dataset.by;
  const head = document.createElement('b');
  head.textContent = ['mail', 'roll'].includes(first.dataset.moment) ? brief(first) : text(first);
  if (first === roll) head.textContent = head.textContent.replace(/Target \d+/, (was) => shifted(roll) ?? was);
  const face = main.querySelector(`.seat.at-${first.dataset.by} .id > .face, .people .at-${first.dataset.by} > .face`);
  if (face) news.append(face.cloneNode(true));
  news.append(head);
  for (const line of rest) {
    const more = make('span', '', text(line));
    more.dataset.moment = line.dataset.moment;
    news.append(more);
  }
  place.replaceChildren(news);
  // A toast where the question stands, if the place of news is on another page of a small screen.
  main.querySelector('.toast')?.remove();
  const ask = main.querySelector('#act .ask');
  if (!isFresh || !ask || place.checkVisibility()) return;
  // What one has just done oneself, and nothing came of, one knows; and who is asked something hears of others only what harms.
  const own = first.dataset.by === main.dataset.viewer;
  if (own ? !rest.length : main.querySelector('#prompt[data-yours]') && !news.matches('.against')) return;
  const toast = news.cloneNode(true);
  toast.classList.add('toast');
  toast.setAttribute('aria-hidden', 'true');
  ask.append(toast);
  setTimeout(() => toast.remove(), 4000);
}

// What the others did since the viewer's last turn, up to the one that is on if it is the viewer's; newest first. In that turn
// itself it is what they did against the viewer, such as to a roll. Where there are no turns yet, it is what they did after the viewer
// did something.
const TOLD = ['mail', 'special', 'favour', 'play', 'steal', 'merge', 'place', 'relay', 'loss', 'timeout'];
export function sumUp(main, viewer, fresh = []) {
  const box = main.querySelector('#since');
  if (!box || !/^[a-f]$/.test(viewer)) return;
  const lines = [...main.querySelectorAll('#lines > li')].filter((line) => line.dataset.moment !== 'pass');
  // Consequences name nobody: they belong to the player named before them.
  let doer = '';
  const doers = lines.map((line) => (doer = line.dataset.by ?? doer));
  const { begun, from, end } = sinceWhen(lines, doers, viewer);
  const entries = [];
  for (const old of main.querySelectorAll('.struck')) old.classList.remove('struck', 'now');
  for (let at = begun; at < end; at += 1) {
    const line = lines[at];
    const { by, moment, n, against, doer = doers[at] } = line.dataset;
    if (against !== undefined && at >= from) strike(main, against, fresh.includes(line));
    if (moment === 'gain' || moment === 'flat') {
      // It stands with the Mailing that brought it, past other names in between.
      const mailing = mailingOf(line, entries);
      if (mailing) mailing.gain = moment === 'gain' ? `+${n}` : '0';
      continue;
    }
    const name = line.querySelector(`b[data-seat="${by}"]`)?.textContent ?? '';
    // That a stand-in moved in one's own turn one has not seen.
    if (moment === 'timeout' && by === viewer) entries.push({ by, moment, name, says: brief(line), paid: [] });
    if (!doer || doer === viewer) continue;
    const last = entries.at(-1);
    if (at < from) {
      if (against === undefined || !by || by === viewer) continue;
    } else if (moment === 'score') {
      const relay = entries.findLast((entry) => entry.moment === 'relay');
      if (relay) for (const paid of paidOf(line)) relay.paid.push(paid);
      continue;
    } else if ((moment === 'storm' || moment === 'loss' && by === viewer) && last) {
      Object.assign(last, { gain: 'lost', against: against ?? last.against });
      continue;
    } else if (against !== undefined && !by && last) {
      Object.assign(last, { against, gain: n && line.dataset.about.startsWith('scam-') ? `→${n}` : last.gain });
      continue;
    }
    if (by && by !== viewer && (TOLD.includes(moment) || against !== undefined)) {
      // A Target or a roll that was moved stands where it was moved to.
      const gain = n && ['special', 'roll'].includes(moment) ? `→${n}` : undefined;
      entries.push({ by, moment, against, name, says: brief(line), gain, about: line.dataset.about, paid: [] });
    }
  }
  box.querySelector('ol').replaceChildren(...entries.reverse().map((entry) => written(main, entry)));
  box.querySelector('.inside')?.scrollTo({ top: 0, behavior: 'instant' });
  box.hidden = false;
  countUnread(main);
}

// The lines that are summed up: those from `from` on whole, those from `begun` on as far as they are against the viewer.
function sinceWhen(lines, doers, viewer) {
  const turns = lines.flatMap((line, at) => (line.dataset.moment === 'turn' ? [at] : []));
  const own = turns.filter((at) => lines[at].dataset.by === viewer);
  let end = lines.length;
  if (own.length) {
    const now = own.at(-1) === turns.at(-1);
    if (now) end = own.pop();
    if (!own.length) return { begun: 0, from: 0, end };
    const begun = own.at(-1);
    return { begun, from: turns.find((at) => at > begun) ?? end, end };
  }
  if (turns.length) return { begun: 0, from: 0, end };
  while (end && doers[end - 1] === viewer) end -= 1;
  let from = end;
  while (from && doers[from - 1] !== viewer) from -= 1;
  return { begun: from, from, end };
}

// The Mailing by which a Scam has gained, or has not.
function mailingOf(line, entries) {
  const [scam] = (line.dataset.about ?? '').split(' ');
  return entries.findLast((entry) => entry.moment === 'mail' && (!scam || (entry.about ?? '').split(' ').includes(scam)));
}

// What a relay has paid: suit and points.
const paidOf = (line) => (line.dataset.shows ?? '').split(' ').filter(Boolean).map((paid) => paid.split(':+'));

// A line of the summary.
function written(main, { by, name, says, gain, about, against, paid }) {
  const entry = make('li');
  entry.dataset.by = by;
  if (about) entry.dataset.about = about;
  if (against !== undefined) entry.className = 'against';
  // The letter shows the seat; the name is for screen readers.
  const badge = make('span', `seat-badge at-${by}`, by.toUpperCase());
  badge.setAttribute('aria-hidden', 'true');
  const told = name && says.startsWith(name) ? says.slice(name.length).trim() : says;
  entry.append(badge, make('span', 'unseen', name), make('span', '', ...breaking(told)));
  if (gain) entry.append(make('b', '', gain));
  const sums = new Map();
  for (const [suit, points] of paid) sums.set(suit, (sums.get(suit) ?? 0) + Number(points));
  for (const [suit, points] of sums) entry.append(paidTo(main, suit, points));
  return entry;
}

// What a client was paid: its suit and how much, filled where the client is the viewer's.
function paidTo(main, suit, points) {
  const client = main.querySelector(`[data-client="${suit}"]`);
  const much = document.createElement('b');
  much.className = `gain ${/\bs\d+\b/.exec(client?.className ?? '')?.[0] ?? ''} ${client?.closest('.own') ? 'filled' : ''}`.trim();
  const glyph = client?.querySelector('.g')?.cloneNode(true);
  const called = document.createElement('span');
  called.className = 'unseen';
  called.textContent = ` ${suit.replace(/^./, (letter) => letter.toUpperCase())} `;
  if (glyph) much.append(glyph);
  much.append(called, `+${points}`);
  return much;
}

// On a small screen the summary is on a page of its own, whose tab says how much there is to read.
export function countUnread(main) {
  const tab = main.querySelector('.tabs [data-tab="log"]');
  const told = [...main.querySelectorAll('#since li')];
  if (!tab) return;
  const all = told.map((line) => line.textContent).join();
  if (main.dataset.shows === 'log') tab.dataset.read = all;
  tab.querySelector('.unread:not(.said)')?.remove();
  // Where the summary stands on another page as well, it is read there.
  if (!told.length || tab.dataset.read === all || main.querySelector('[data-lately]')) return;
  const unread = document.createElement('small');
  unread.className = told.some((line) => line.matches('.against')) ? 'unread against' : 'unread';
  unread.textContent = `${told.length} new`;
  tab.append(unread);
}

// Marks what was struck, as far as it is still there.
function strike(main, pieces, now) {
  for (const name of pieces.split(' ').filter(Boolean)) {
    const piece = main.querySelector(`.mine [data-piece="${CSS.escape(name)}"]`);
    piece?.classList.add('struck');
    if (now) piece?.classList.add('now');
  }
}

// Cards that came to the viewer's hand are marked until the viewer's next turn.
let held = null;
const newly = new Set();
export function markNew(main, lines, viewer) {
  const cards = [...main.querySelectorAll('#hand .card[data-piece]')];
  if (lines.some(({ dataset }) => dataset.moment === 'turn' && dataset.by === viewer)) newly.clear();
  for (const { dataset } of cards) if (held && !held.has(dataset.piece)) newly.add(dataset.piece);
  held = new Set(cards.map(({ dataset }) => dataset.piece));
  for (const card of cards) card.classList.toggle('newly', newly.has(card.dataset.piece));
}

// The pieces that a line is about.
export const pieces = (main, line) => (line.dataset.about ?? '').split(' ').filter(Boolean)
  .map((piece) => main.querySelector(`[data-piece="${CSS.escape(piece)}"]`)).filter(Boolean);

// What everybody did last stays marked with their letter.
export function markLast(main) {
  for (const old of main.querySelectorAll('.last-move')) old.remove();
  const seen = new Set();
  for (const line of [...main.querySelectorAll('#lines > li')].reverse()) {
    const { by, moment } = line.dataset;
    if (!by || seen.has(by) || !['mail', 'special', 'favour', 'play', 'steal', 'merge'].includes(moment)) continue;
    seen.add(by);
    const touched = pieces(main, line);
    const piece = touched.findLast((piece) => !piece.dataset.piece.startsWith('seat-')) ?? touched.findLast((piece) => piece.dataset.piece !== `seat-${by}`);
    // Where two have been, the last one counts.
    if (!piece || piece.querySelector(':scope > .last-move')) continue;
    const mark = document.createElement('span');
    mark.className = `last-move seat-badge at-${by}${piece.matches('.struck') ? ' hit' : ''}`;
    mark.title = `The last move here: ${text(line)}`;
    mark.textContent = by.toUpperCase();
    piece.append(mark);
  }
}

// A line that is pointed at, or gone to by keys, shows where it was.
export function pointBack(main) {
  const drop = () => { for (const piece of main.querySelectorAll('.about')) piece.classList.remove('about'); };
  const turn = (event) => {
    drop();
    const line = event.target.closest?.('#lines > li, #since li');
    if (line) for (const piece of pieces(main, line)) piece.classList.add('about');
  };
  for (const kind of ['pointerover', 'focusin']) main.addEventListener(kind, turn);
  main.addEventListener('pointerleave', drop);
}
