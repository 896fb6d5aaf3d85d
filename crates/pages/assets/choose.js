// Choosing on the table itself. The page knows no rules: every answer is a path of pieces. The first piece begins it;
// after that everything that the answers still open need is lit at once, and may be picked in any order.
import { make } from './make.js';
import { clauseLink } from './why.js';

// What the pieces of a kind are called, to ask for one.
const KINDS = { hand: 'a card', scam: 'a Scam', list: 'a List', seat: 'a player', hardware: 'Hardware', discard: 'a card of the Trash', deck: 'a deck', port: 'a port', pool: 'a suit', specialty: 'a Specialty', raise: 'up or down', lower: 'up or down', use: 'what to do with it' };
const kind = (piece) => KINDS[piece.split('-')[0]];

// Answers that have a place and a key of their own, so that none is ever pressed for the other.
const OWN = { pass: 'P', stop: 'E', merge: 'M' };

// How long nothing can be pressed that came to be under the pointer.
const GUARD = 400;
// How long a small screen tells why something cannot be.
const TOLD = 7000;
// How long a finger rests to read rather than to pick.
const RESTS = 450;

// Why a piece with a lock cannot be touched.
const protectedBy = (lock, main) => {
  const line = make('span', '', 'Hardware protects that from other players. ');
  line.append(clauseLink(main.classList.contains('spammers') ? 'spammers' : 'spam-o-rama', lock.dataset.clause));
  return line;
};

// What stands in the task bar beside the answers.
const beside = () => [...document.querySelectorAll('#prompt :is(button, a.button)')].filter((button) => !button.matches('[data-step]') && !button.closest('details'));

// The chips about a piece; those of other pieces too where it has none and only one answer is left.
const about = (chips, piece, several) => {
  const own = chips.cloneNode(true);
  const others = [...own.querySelectorAll('[data-of]')].filter((chip) => chip.dataset.of !== piece);
  if (others.length < own.children.length) for (const chip of others) chip.remove();
  else if (several) return null;
  return own;
};

// A port as it is heard: what lies there, and what relaying from or to it would pay. Both are drawn beside its name.
const heard = (there, chips) => {
  if (!there.matches('.port')) return '';
  const coins = [...there.querySelectorAll('.pile .pop > li')].map((coin) => coin.textContent);
  const lies = coins.length ? `${coins.length} coins, from the bottom: ${coins.join('; ')}` : there.querySelector(':scope > .coin')?.textContent.trim() ?? 'empty';
  const suit = (gain) => gain.querySelector('use')?.getAttribute('href').slice(3).replace(/^./, (letter) => letter.toUpperCase());
  const pays = [...chips?.querySelectorAll('.gain') ?? []].map((gain) => [suit(gain), gain.textContent, gain.matches('.filled') && '(yours)'].filter(Boolean).join(' '));
  return `, ${lies}${pays.length ? `. It would pay ${pays.join(', ')}` : ''}`;
};

// Whether these pieces are all among the steps, one after the other.
const inOrder = (pieces, steps) => {
  let at = 0;
  for (const step of steps) if (step === pieces[at]) at += 1;
  return at === pieces.length;
};

// Where a piece is laid that leads to no other: a List in hand goes to the Masses, a card before oneself, and what lies on a
// deck into one's hand.
const groundOf = (piece) => {
  if (piece.closest('.decks')) return '#hand, .mine';
  if (!piece.closest('#hand')) return null;
  return kind(piece.dataset.piece) === 'a List' ? '.masses' : '.mine';
};

export class Chooser {
  constructor(main, send) {
    this.main = main;
    this.send = send;
    this.picked = [];
    this.choices = [];
    this.rover = null;
    this.sending = false;
    this.born = new Map();
    this.pointer = null;
    main.addEventListener('click', (event) => this.clicked(event));
    main.addEventListener('keydown', (event) => this.arrow(event));
    // Only who goes by keys has the focus moved for them.
    addEventListener('keydown', ({ key, target }) => {
      this.keys = true;
      // From nowhere an arrow leads to what may be picked.
      if (key.startsWith('Arrow') && target.matches?.('body, #prompt')) this.lead(main.querySelector('.lit > .pick[tabindex="0"]'));
    }, true);
    addEventListener('pointerdown', (event) => {
      this.keys = false;
      this.pointer = [event.clientX, event.clientY];
      this.pressed = event.pointerType === 'mouse' ? null : performance.now();
    }, true);
    addEventListener('resize', () => this.fit());
    addEventListener('pointermove', (event) => { this.pointer = [event.clientX, event.clientY]; }, { capture: true, passive: true });
    main.addEventListener('click', (event) => this.guard(event), true);
    for (const kind of ['pointerover', 'focusin']) main.addEventListener(kind, (event) => this.told(event));
    main.addEventListener('pointerdown', (event) => this.grasp(event));
    // It must be there before the finger is, or the browser scrolls.
    main.addEventListener('touchmove', (event) => { if (this.dragging) event.preventDefault(); }, { passive: false });
  }

  // Reads the prompt anew, keeps picked pieces as long as they lead somewhere, and lights the next ones.
  refresh() {
    const prompt = document.getElementById('prompt');
    this.asks = prompt.querySelector('#asks > span')?.textContent ?? '';
    this.labels = new Map([...prompt.querySelectorAll('#labels > data')].map((data) => [data.value, data.textContent]));
    this.choices = [...prompt.querySelectorAll('button[data-steps]')].map((button) => ({
      steps: button.dataset.steps.split(' '),
      notation: button.value,
      says: button.firstElementChild.textContent,
      chips: button.querySelector('.chips'),
    }));
    this.barred = [...prompt.querySelectorAll('.why li')].flatMap((line) => line.dataset.ways.split(',').map((way) => ({ steps: way.split(' '), line })));
    while (this.picked.length && !this.matching().length) this.picked.pop();
    // Who goes by keys waits at the task bar, and is led to what may be picked once something may.
    const again = this.keys && (this.refocus || document.activeElement === prompt);
    this.refocus = false;
    this.light(again && this.choices.length > 0);
    if (again && !this.choices.length) prompt.focus();
  }

  // The answers that begin with what was picked first and need all the rest: in the order of picking, or, if there is
  // none of these, in any.
  matching(picked = this.picked) {
    const [first, ...more] = picked;
    if (!first) return this.choices;
    const begun = this.choices.filter(({ steps }) => steps[0] === first && steps.length > more.length);
    const ordered = begun.filter(({ steps }) => inOrder(more, steps.slice(1)));
    return ordered.length ? ordered : begun.filter(({ steps }) => more.every((piece) => steps.includes(piece, 1)));
  }

  // The pieces that may be picked next, each with the answers it leads to.
  next() {
    const next = new Map();
    if (!this.picked.length) {
      for (const choice of this.choices) next.set(choice.steps[0], [...next.get(choice.steps[0]) ?? [], choice]);
      return next;
    }
    const open = this.choices.filter(({ steps }) => steps[0] === this.picked[0] && this.picked.every((piece) => steps.includes(piece)));
    for (const piece of new Set(open.flatMap(({ steps }) => steps))) {
      if (this.picked.includes(piece)) continue;
      const leads = this.matching([...this.picked, piece]);
      if (leads.length) next.set(piece, leads);
    }
    // What all open answers share is no choice; where nothing else is left it is the last step.
    const shared = [...next].filter(([piece, leads]) => leads.length === this.matching().length && !this.drawn(piece));
    if (shared.length < next.size) for (const [piece] of shared) next.delete(piece);
    // The only Scam of all answers that need a List, too, is not asked for.
    const of = (kind) => [...next.keys()].filter((piece) => piece.startsWith(kind));
    const [scam, other] = of('scam-');
    if (scam && !other && of('list-').length && next.get(scam).every(({ steps }) => steps.some((step) => step.startsWith('list-')))) next.delete(scam);
    // First what lies on the table, then the words for it; what a card is used for can be said at once.
    const later = [...next.keys()].filter((piece) => !piece.startsWith('use-') && !this.drawn(piece));
    if ([...next.keys()].some((piece) => this.drawn(piece))) for (const piece of later) next.delete(piece);
    return next;
  }

  drawn(piece) {
    return this.main.querySelector(`[data-piece="${CSS.escape(piece)}"]`);
  }

  clear(but) {
    // What was opened for a pick covers nothing any longer.
    for (const opened of this.main.querySelectorAll('details[open]')) if (opened.forPick) opened.open = opened.forPick = false;
    for (const made of this.main.querySelectorAll('.pick, .chip, .uses')) if (made !== but) made.remove();
    for (const piece of this.main.querySelectorAll('.lit, .picked, .barred, .draggable, .holds')) piece.classList.remove('lit', 'picked', 'barred', 'draggable', 'holds');
  }

  // A piece that holds a lit one is not dimmed.
  hold() {
    for (const piece of this.main.querySelectorAll('.lit, .picked')) piece.parentElement.closest('[data-piece]')?.classList.add('holds');
  }

  light(focus) {
    this.clear();
    const next = this.next();
    const depth = this.picked.length;
    this.main.classList.toggle('picking', depth > 0);
    for (const piece of this.picked) this.drawn(piece)?.classList.add('picked');
    // A card that was picked is larger, and stays whole in a hand that scrolls.
    this.drawn(this.picked[0] ?? '')?.closest('.cards > *')?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    if (!depth) this.showHand(next);
    for (const piece of depth ? [] : this.merging()) this.drawn(piece)?.classList.add('draggable');
    const bar = document.getElementById('steps');
    const words = make('div', 'words');
    const places = { pass: make('div', 'place-pass'), stop: make('div', 'place-stop') };
    bar.replaceChildren(words, ...Object.values(places));
    const options = this.main.querySelector('[data-options]');
    options?.replaceChildren();
    let digit = 0;
    for (const [piece, choices] of next) {
      const there = this.drawn(piece);
      if (there) this.lightPiece(there, piece, choices);
      else {
        this.offer(places[piece] ?? words, piece, choices, OWN[piece] ?? ++digit);
        if (piece.startsWith('use-')) this.use(piece, choices);
      }
      if (there && depth && options) this.offer(options, piece, choices, ++digit);
    }
    this.bar(next, words);
    if (depth) words.prepend(this.step('Back', 'Esc', () => this.back()));
    this.hold();
    this.counts();
    const picks = [...this.main.querySelectorAll('.lit > .pick')];
    const first = picks.find((pick) => pick.parentElement.dataset.piece === this.rover) ?? picks[0];
    if (first) first.tabIndex = 0;
    this.ask(next);
    this.fit();
    this.hint(this.rest(next));
    this.preview(null);
    if (focus) this.lead(first ?? bar.querySelector('button'));
    this.main.dispatchEvent(new CustomEvent('chosen', { detail: { picked: this.picked, next } }));
    this.remember(next);
  }

  // Of a hand that scrolls at least one card is seen that may be picked.
  showHand(next) {
    const cards = [...next.keys()].filter((piece) => piece.startsWith('hand-')).map((piece) => this.drawn(piece)).filter(Boolean);
    const [hand] = cards.map((card) => card.closest('.cards'));
    if (!hand || hand.scrollWidth <= hand.clientWidth) return;
    const { left, right } = hand.getBoundingClientRect();
    const seen = (card) => { const box = card.getBoundingClientRect(); return box.left + box.width / 2 > left && box.right - box.width / 2 < right; };
    if (!cards.some(seen)) cards[0].scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' });
  }

  // Moves the focus there; the result of the last move stays in sight.
  lead(to) {
    this.main.classList.add('led');
    to?.focus();
    this.main.classList.remove('led');
  }

  // Nothing can be picked until the prompt is read anew.
  close() {
    this.choices = [];
    this.barred = [];
    this.picked = [];
    this.light();
  }

  // The sentence of the prompt follows the choice.
  ask(next) {
    const sentence = document.querySelector('#asks > span');
    if (!sentence || !this.choices.length) return;
    const drawn = [...next.keys()].filter((piece) => this.drawn(piece));
    const kinds = [...new Set((drawn.length ? drawn : [...next.keys()]).map(kind).filter(Boolean))];
    const [first] = this.picked;
    if (!first || !kinds.length) sentence.textContent = this.asks;
    else {
      const special = [...next.values()].flat().every(({ steps }) => steps.includes('use-special'));
      const what = (first.startsWith('hand-') ? `'${this.label(first)}'` : this.label(first)) + (special ? ', its Special Effect' : '');
      sentence.textContent = kinds[0] === KINDS.use ? `What is to be done with ${what}?`
        : first === 'merge' ? 'Choose two Lists to merge.' : `Choose ${kinds.join(' or ')} for ${what}${this.whole(next.get('use-special')) ? ', or its Special Effect' : ''}.`;
    }
  }

  // A sentence that has no room is given more of it, and smaller letters.
  fit() {
    const line = document.getElementById('asks');
    line?.classList.remove('long', 'longest');
    for (const length of ['long', 'longest']) {
      if (line && (line.scrollWidth > line.clientWidth || line.scrollHeight > line.clientHeight + 2)) line.classList.add(length);
    }
  }

  // Whether these answers need no other piece than those that were picked.
  whole(choices) { return this.picked.length > 1 && choices?.every(({ steps }) => steps.every((step) => this.picked.includes(step) || !this.drawn(step))); }

  label(piece) { return this.labels.get(piece) ?? this.drawn(piece)?.querySelector('.unseen')?.textContent ?? piece; }

  rest(next) {
    if (!this.choices.length) return '';
    if (!this.picked.length) return matchMedia('(hover: none)').matches ? '' : 'Pick something gold, or press ? for the keys.';
    const only = next.size === 1 && [...next.values()][0].length === 1 ? [...next.values()][0][0].says : null;
    return only ?? `${this.picked.map((piece) => this.label(piece)).join(' → ')} → ?${this.lies(this.picked.at(-1))}`;
  }

  // How many pieces of each page of a small screen are lit.
  counts() {
    for (const tab of this.main.querySelectorAll('[data-tab]')) {
      const lit = this.main.querySelectorAll(tab.dataset.at ? `#${tab.dataset.at} .lit` : `[data-page="${tab.dataset.tab}"] .lit`).length;
      if (lit) tab.dataset.lit = lit;
      else delete tab.dataset.lit;
      if (!tab.dataset.at) {
        tab.title = lit ? `${lit} lit here` : '';
        tab.querySelector('.lit-here')?.remove();
        if (lit) {
          const here = make('small', 'lit-here', String(lit));
          here.append(make('span', '', ' to pick'));
          tab.append(here);
        }
      }
    }
    // What was begun goes on where it can.
    const seen = [...this.main.querySelectorAll('.lit')].some((piece) => piece.checkVisibility({ visibilityProperty: true }));
    if (this.picked.length && !seen) this.main.querySelector('[data-tab][data-lit]')?.click();
  }

  // The chips of what a piece leads to: of one answer all, of several the most telling. Where an answer changes two pieces,
  // each tells what becomes of it.
  chips(choices, piece) {
    const told = choices.filter(({ chips }) => chips).map(({ chips }) => about(chips, piece, choices.length > 1)).filter(Boolean);
    if (!told.length) return null;
    if (told.every((chips) => chips.innerHTML === told[0].innerHTML) && told.length === choices.length && (this.picked.length || choices.length === 1)) return told[0];
    const rank = (chips) => Number(chips.dataset.rank ?? 0);
    const best = told.reduce((best, chips) => (rank(chips) > rank(best) ? chips : best));
    if (!rank(best)) return null;
    best.classList.add('best');
    return best;
  }

  lightPiece(there, piece, choices) {
    for (let closed = there.closest('details:not([open])'); closed; closed = closed.parentElement.closest('details:not([open])')) closed.open = closed.forPick = true;
    there.classList.add('lit', 'draggable');
    const only = choices.length === 1 ? choices[0] : null;
    const pick = make('button', 'pick');
    pick.type = 'button';
    pick.tabIndex = -1;
    const chips = this.chips(choices, piece);
    const name = `${this.label(piece)}${heard(there, chips)}`;
    pick.setAttribute('aria-label', only ? `${name}: ${only.says}` : name);
    there.append(pick);
    if (!chips) return;
    const chip = make('span', 'chip');
    chip.setAttribute('aria-hidden', 'true');
    chip.append(chips);
    there.append(chip);
  }

  // What a card can be used for stands on the card too.
  use(piece, choices) {
    const card = this.drawn(this.picked[0] ?? '');
    if (!card) return;
    let uses = card.querySelector(':scope > .uses');
    if (!uses) card.append(uses = make('span', 'uses'));
    this.offer(uses, piece, choices, '');
  }

  // Answers that are no pieces are buttons.
  offer(where, piece, choices, digit) {
    const only = choices.length === 1 ? choices[0] : null;
    const button = this.step(this.label(piece), digit > 9 ? '' : digit, () => this.pick(piece));
    button.dataset.step = piece;
    const chips = only?.chips?.cloneNode(true);
    if (chips) button.append(chips);
    if (only) button.title = only.says;
    where.append(button);
  }

  step(label, key, press) {
    const button = make('button');
    button.type = 'button';
    if (key) button.append(make('kbd', '', String(key)));
    button.append(make('span', '', label));
    button.addEventListener('click', press);
    return button;
  }

  // What may not be picked here says why when asked.
  bar(next, words) {
    const depth = this.picked.length;
    const open = new Set(this.matching().flatMap(({ steps }) => steps));
    const barred = new Map();
    for (const { steps, line } of this.barred) {
      const piece = this.inTheWay(steps, depth, open);
      if (!piece || next.has(piece) || this.picked.includes(piece)) continue;
      const lines = barred.get(piece) ?? [];
      // One reason of each clause is enough.
      if (!lines.some((before) => before.lastElementChild.textContent === line.lastElementChild.textContent)) barred.set(piece, [...lines, line]);
    }
    // A reason that bars several pieces is heard when one of them is gone to, and not with the name of each.
    const reason = (lines) => lines.map((line) => line.textContent).join();
    const reasons = [...barred.values()].map(reason);
    for (const [piece, lines] of barred) {
      const there = this.drawn(piece);
      if (there?.querySelector(':scope > .pick')) continue;
      const why = make('span');
      for (const line of lines) why.append(...why.childNodes.length ? [' '] : [], ...line.cloneNode(true).childNodes);
      if (there) {
        const button = make('button', 'pick');
        button.type = 'button';
        button.setAttribute('aria-disabled', 'true');
        button.tabIndex = -1;
        const alone = reasons.filter((other) => other === reason(lines)).length === 1;
        button.setAttribute('aria-label', `${this.label(piece)}${heard(there)}, not possible${alone ? `: ${why.textContent}` : ''}`);
        there.classList.add('barred');
        there.append(button);
        button.why = why;
      } else if (depth) {
        const button = this.step(this.label(piece), '', () => this.explain(why));
        button.setAttribute('aria-disabled', 'true');
        button.why = why;
        words.append(button);
      }
    }
  }

  // The piece that something refused would need next, if it could be meant here.
  inTheWay(steps, depth, open) {
    if (!depth) return steps[0];
    // A List that may not be mailed says so whenever a Mailing is chosen.
    if (steps.length === 1 && steps[0].startsWith('list-')) return open.has('use-mail') ? steps[0] : null;
    if (steps[0] !== this.picked[0]) return null;
    const left = steps.slice(1).filter((step) => !this.picked.includes(step));
    const [use, piece] = left;
    if (!use?.startsWith('use-')) return use;
    if (!piece) return depth === 1 ? use : null;
    return open.has(use) && left.length === 2 ? piece : null;
  }

  // Why a piece without a reason of its own cannot be picked: the question, or the chosen card's use.
  notAsked() {
    const game = this.main.classList.contains('spammers') ? 'spammers' : 'spam-o-rama';
    const why = make('span', '', 'Not that. ');
    const card = this.picked[0]?.startsWith('hand-') ? this.drawn(this.picked[0]) : null;
    const rule = card?.querySelector('.rule');
    const open = new Set(this.matching().flatMap(({ steps }) => steps));
    if (card && open.has('use-mail')) why.append('A Mailing is sent for a Scam of yours to a List of yours or of the Unwashed Masses, ', clauseLink(game, 'S4.5'), '. ');
    if (rule?.dataset.clause && open.has('use-special')) why.append(`${rule.textContent} `, clauseLink(game, rule.dataset.clause), '.');
    if (why.childNodes.length === 1) why.append(`${document.querySelector('#asks > span')?.textContent ?? ''} `, document.querySelector('#asks a')?.cloneNode(true) ?? '');
    return why;
  }

  // Shows why, on the bar, where there is more room, and aloud; the same again only on request.
  explain(why, asked = false) {
    this.hint(why);
    const aloud = document.getElementById('refused');
    if (asked || aloud.textContent !== why.textContent) aloud.textContent = why.textContent;
    const hint = document.getElementById('hint');
    if (!hint?.matches('.plain-error')) hint?.classList.add('why');
    const zone = this.main.querySelector('[data-preview]');
    if (!zone) return;
    const line = make('p');
    line.append(...why.cloneNode(true).childNodes);
    zone.replaceChildren(line);
    zone.toggleAttribute('data-on', true);
  }

  // When each thing that can be pressed came to be, if it came under the pointer.
  remember(next) {
    const version = document.querySelector('#act [name="version"]')?.value;
    const path = this.picked.join(' ');
    const born = new Map();
    for (const piece of next.keys()) {
      const key = `${version} ${path} ${piece}`;
      born.set(key, this.born.get(key) ?? performance.now());
    }
    for (const button of beside()) born.set(button.textContent, this.born.get(button.textContent) ?? performance.now());
    this.born = born;
    this.path = `${version} ${path}`;
    this.appearedAt = this.pointer;
  }

  // A click cannot land on what appeared under the pointer a moment ago, and a finger that rested wanted to read.
  guard(event) {
    if (event.detail && this.pressed && performance.now() - this.pressed > RESTS && event.target.closest('[data-piece]')) {
      event.stopImmediatePropagation();
      event.preventDefault();
      return;
    }
    const answer = event.target.closest('.lit > .pick, [data-step]');
    const button = answer ?? beside().find((button) => button.contains(event.target));
    if (!button || !event.detail || !this.appearedAt) return;
    const key = answer ? `${this.path} ${answer.dataset.step ?? answer.parentElement.dataset.piece}` : button.textContent;
    const age = performance.now() - (this.born.get(key) ?? -GUARD);
    const box = button.getBoundingClientRect();
    const [x, y] = this.appearedAt;
    if (age >= GUARD || x < box.left || x > box.right || y < box.top || y > box.bottom) return;
    event.stopImmediatePropagation();
    event.preventDefault();
  }

  hint(content, wrong = false) {
    const hint = document.getElementById('hint');
    if (!hint) return;
    if (wrong) {
      this.wrongAt = performance.now();
      document.getElementById('refused').textContent = content.textContent ?? content;
    } else if (this.hinted && performance.now() - (this.wrongAt ?? -1e9) < 4000) return;
    hint.classList.toggle('plain-error', wrong);
    hint.classList.remove('why', 'gone');
    // On a small screen what was refused covers something, and goes after a while.
    clearTimeout(this.goes);
    this.goes = setTimeout(() => hint.classList.add('gone'), TOLD);
    if (content instanceof Element) hint.replaceChildren(...[...content.cloneNode(true).childNodes]);
    else hint.textContent = content;
  }

  // What a choice would do, in the zone that a game has for it.
  preview(choices) {
    const zone = this.main.querySelector('[data-preview]');
    if (!zone) return;
    // Of several answers the most telling one.
    const rank = ({ chips }) => Number(chips?.dataset.rank ?? 0);
    const best = choices?.length ? choices.reduce((best, choice) => (rank(choice) > rank(best) ? choice : best)) : null;
    const told = best && (choices.length === 1 || rank(best)) ? best : null;
    zone.toggleAttribute('data-on', Boolean(told));
    zone.replaceChildren();
    if (!told) return;
    zone.append(make('p', '', choices.length === 1 ? told.says : `Of ${choices.length} answers here, one: ${told.says}`));
    if (told.chips) zone.append(told.chips.cloneNode(true));
  }

  told(event) {
    // What comes to lie under a mouse that rests was not pointed at.
    if (event.pointerType === 'mouse' && this.pointer?.[0] === event.clientX && this.pointer[1] === event.clientY) return;
    const button = event.target.closest?.('.pick, [data-step]');
    if (!button) {
      if (event.type === 'pointerover' && this.hinted) {
        this.hinted = false;
        this.preview(null);
        if (!this.sending) this.hint(this.rest(this.next()));
      }
      return;
    }
    this.hinted = true;
    if (button.why) return this.explain(button.why);
    const piece = button.dataset.step ?? button.parentElement.dataset.piece;
    const choices = this.next().get(piece);
    if (!choices) return;
    if (!this.main.classList.contains('led')) this.preview(choices);
    this.hint((choices.length === 1 ? choices[0].says : `${this.label(piece)}: ${choices.length} ways to go on.`) + this.lies(piece));
  }

  // What lies in a pile, read out.
  lies(piece) {
    const pile = this.drawn(piece)?.querySelector('.pile .pop');
    return pile ? ` There lie, from the bottom: ${[...pile.children].map((coin) => coin.textContent).join('; ')}.` : '';
  }

  clicked(event) {
    if (event.defaultPrevented || event.target.closest('summary, a, #prompt, [data-step], [data-tab], [popovertarget], [popover]')) return;
    const pick = event.target.closest('.pick');
    if (pick?.why) return this.explain(pick.why, true);
    const there = pick?.parentElement ?? event.target.closest('[data-piece]');
    const piece = there?.dataset.piece;
    if (!piece || !this.choices?.length) return;
    if (this.dragged) { this.dragged = false; return; }
    if (pick && pick.parentElement.classList.contains('lit')) return this.pick(piece);
    const at = this.picked.indexOf(piece);
    if (at >= 0) { this.picked.length = at; return this.light(this.keys); }
    if (this.picked.length && this.choices.some(({ steps }) => steps[0] === piece)) {
      this.picked = [];
      // What would be done at once is only lit again.
      return this.choices.some(({ steps }) => steps.length === 1 && steps[0] === piece) ? this.light(this.keys) : this.pick(piece);
    }
    const lock = there.querySelector('.lock[data-clause]');
    // A piece that can never be picked as it lies gives its own reason, after any pick.
    const barred = this.barred.find(({ steps }) => steps.length === 1 && steps[0] === piece);
    this.explain(lock ? protectedBy(lock, this.main) : barred ? barred.line : this.notAsked(), true);
  }

  pick(piece) {
    if (this.sending) return;
    this.picked.push(piece);
    const whole = this.done();
    if (whole) return this.submit(whole);
    this.light(this.keys);
  }

  // The one answer that is meant, once a second piece was picked or only words are left; the first pick alone is never all,
  // unless there is no more to the answer.
  done() {
    const open = this.matching();
    if (open.length !== 1) return null;
    const [choice] = open;
    if (this.picked.length === 1) return choice.steps.length === 1 ? choice : null;
    const left = choice.steps.filter((step) => !this.picked.includes(step));
    return this.picked.filter((piece) => this.drawn(piece)).length > 1 || left.every((step) => !this.drawn(step)) ? choice : null;
  }

  back() {
    if (!this.picked.length) return false;
    this.picked.pop();
    this.light(this.keys);
    return true;
  }

  async submit(choice) {
    this.sending = true;
    this.refocus = true;
    this.clear();
    document.getElementById('steps').replaceChildren();
    this.main.querySelector('[data-options]')?.replaceChildren();
    this.preview(null);
    this.hint('Sending…');
    // The change may be here before the answer is: nothing is picked in it yet.
    this.picked = [];
    this.main.classList.remove('picking');
    const wrong = await this.send(choice.notation);
    this.sending = false;
    if (wrong) {
      this.light();
      this.hint(wrong, true);
    }
  }

  // The arrow keys go from piece to piece, as they lie.
  arrow(event) {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const from = event.target.closest?.('.pick');
    if (!from) return;
    // Home and End lead back to lit pieces.
    const lit = [...this.main.querySelectorAll('.lit > .pick')].filter((pick) => pick.checkVisibility());
    const end = { Home: lit[0], End: lit.at(-1) }[event.key];
    if (end) { event.preventDefault(); return this.rove(from, end); }
    if (!way) return;
    event.preventDefault();
    const middle = (pick) => { const at = pick.getBoundingClientRect(); return [at.left + at.width / 2, at.top + at.height / 2]; };
    const [x, y] = middle(from);
    let best = null;
    for (const pick of this.main.querySelectorAll('.pick')) {
      if (pick === from) continue;
      const [px, py] = middle(pick);
      const along = (px - x) * way[0] + (py - y) * way[1];
      const aside = Math.abs((px - x) * way[1]) + Math.abs((py - y) * way[0]);
      if (along < 4) continue;
      const far = along + aside * 2.5;
      if (!best || far < best.far) best = { far, pick };
    }
    if (best) this.rove(from, best.pick);
  }

  rove(from, to) {
    from.tabIndex = -1;
    to.tabIndex = 0;
    this.rover = to.parentElement.dataset.piece;
    to.focus();
  }

  // The Lists that can be merged.
  merging() { return new Set(this.choices.flatMap(({ steps: [first, ...lists] }) => (first === 'merge' ? lists : []))); }

  // A grip: the dragged piece, its name, the picks that it implies, and where it may be dropped; none where nothing can
  // be dragged. The coin in hand is picked already; with a mouse one is taken by drawing it out of the pool; a List
  // that can be merged, with a mouse too, means to be; and every lit piece is picked.
  gripAt(target, touch) {
    const coin = target.closest?.('#coin.full');
    if (coin) return this.main.querySelector('.lit') && { piece: coin, says: () => coin.querySelector('b').textContent, picks: [], onto: '.lit' };
    const held = target.closest?.('.lit > .pick');
    const piece = held?.parentElement ?? target.closest?.('[data-piece]');
    const name = piece?.dataset.piece;
    const says = () => this.label(name);
    if (!held) {
      const merges = !touch && !this.picked.length && !target.closest?.('button:not(.pick), a, summary') && this.merging().has(name);
      return merges ? { piece, says, picks: ['merge', name], onto: '.lit' } : null;
    }
    // What was drawn is seen as soon as it is in hand.
    const drawn = () => this.main.querySelector('#coin.full b')?.textContent ?? says();
    if (!touch && piece.closest('.pool')) return { piece, says: drawn, picks: [], begins: () => this.pick(name), onto: '.lit:not(.pool *)' };
    const ground = groundOf(piece);
    const leads = this.next().get(name)?.some(({ steps }) => steps.length > this.picked.length + 1);
    return leads || ground ? { piece, held, says, picks: [name], onto: '.lit', ground } : null;
  }

  // Dragging: takes a piece along, and lights the pieces that its answers still need, to drop it on.
  grasp(event) {
    if (event.button || this.sending) return;
    const touch = event.pointerType === 'touch';
    const grip = this.gripAt(event.target, touch);
    if (!grip) return;
    const start = { x: event.clientX, y: event.clientY };
    let ghost = null;
    let ready = !touch;
    let over = null;
    const begin = () => {
      if (ghost) return;
      ghost = make('div', 'drag');
      ghost.append(...[...grip.piece.querySelectorAll('.art, .coin')].slice(0, 1).map((picture) => picture.cloneNode(true)), make('span', '', grip.says()));
      document.body.append(ghost);
      this.dragging = true;
      ghost.style.left = `${start.x}px`;
      ghost.style.top = `${start.y}px`;
      grip.begins?.();
      if (!grip.picks.length) return;
      this.picked.push(...grip.picks);
      // A finger's events go to what it first touched, so that stays.
      this.clear(grip.held);
      this.main.classList.add('picking');
      grip.piece.classList.add('picked');
      for (const step of this.next().keys()) this.drawn(step)?.classList.add('lit');
      this.hold();
      if (grip.ground && this.laid()) for (const ground of this.main.querySelectorAll(grip.ground)) ground.classList.add('ground');
    };
    const hold = touch && setTimeout(() => { ready = true; begin(); }, 280);
    const aim = (event) => {
      over?.classList.remove('over');
      const under = document.elementFromPoint(event.clientX, event.clientY);
      over = under?.closest(grip.onto) ?? ((grip.ground && this.laid() && under?.closest(grip.ground)) || null);
      over?.classList.add('over');
    };
    const move = (event) => {
      if (!ghost) {
        const far = Math.hypot(event.clientX - start.x, event.clientY - start.y);
        if (!ready && far > 10) return end();
        if (far < 8 || !ready) return;
        begin();
      }
      ghost.style.left = `${event.clientX}px`;
      ghost.style.top = `${event.clientY}px`;
      ghost.lastChild.textContent = grip.says();
      aim(event);
    };
    const end = () => {
      clearTimeout(hold);
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      removeEventListener('pointercancel', cancel);
      this.dragging = false;
      for (const ground of this.main.querySelectorAll('.ground')) ground.classList.remove('ground');
    };
    const leave = () => {
      if (!grip.picks.length) return;
      this.picked.length = Math.max(0, this.picked.length - grip.picks.length);
      this.light();
    };
    const up = (event) => {
      end();
      if (!ghost) return;
      aim(event);
      ghost.remove();
      this.dragged = true;
      setTimeout(() => { this.dragged = false; });
      over?.classList.remove('over');
      if (over?.dataset.piece) this.pick(over.dataset.piece);
      else if (over) this.lay();
      else leave();
    };
    const cancel = () => {
      end();
      if (ghost) { ghost.remove(); leave(); }
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
    addEventListener('pointercancel', cancel);
  }

  // What a card that is dragged does where it is laid: it is played, if it can be.
  laid() {
    const next = this.next();
    return next.size ? next.get('use-play')?.length === 1 && 'use-play' : this.picked.length === 1 && this.picked[0];
  }
  lay() {
    const card = this.laid();
    if (card !== 'use-play') this.picked.pop();
    this.pick(card);
  }
}
