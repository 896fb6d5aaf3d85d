// Choosing on the table itself. The page knows no rules: every answer is a path of pieces, and whatever comes next on
// some path that begins with what was picked is lit.
const make = (tag, name, text) => {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text) made.textContent = text;
  return made;
};

// What follows, without what is plain from having picked it.
function follows(says) {
  const cut = says.indexOf('. ');
  return cut > 0 ? says.slice(cut + 2) : says.replace(/^.*' /, '');
}

export class Chooser {
  constructor(main, send) {
    this.main = main;
    this.send = send;
    this.picked = [];
    this.must = null;
    this.rover = null;
    this.sending = false;
    main.addEventListener('click', (event) => this.clicked(event));
    main.addEventListener('keydown', (event) => this.arrow(event));
    // Only who goes by keys has the focus moved for him.
    addEventListener('keydown', () => { this.keys = true; }, true);
    addEventListener('pointerdown', () => { this.keys = false; }, true);
    for (const kind of ['pointerover', 'focusin']) main.addEventListener(kind, (event) => this.told(event));
    main.addEventListener('pointerdown', (event) => this.grasp(event));
    // It must be there before the finger is, or the browser scrolls.
    main.addEventListener('touchmove', (event) => { if (this.dragging) event.preventDefault(); }, { passive: false });
  }

  // Reads the prompt anew, keeps of what was picked as much as still leads somewhere, and lights what is next.
  refresh() {
    const prompt = document.getElementById('prompt');
    this.labels = new Map([...prompt.querySelectorAll('#labels > data')].map((data) => [data.value, data.textContent]));
    this.choices = [];
    for (const button of prompt.querySelectorAll('button[data-steps]')) {
      const steps = button.dataset.steps.split(' ');
      const choice = { steps, notation: button.value, says: button.textContent };
      this.choices.push(choice);
      if ('either' in button.dataset) this.choices.push({ ...choice, steps: [steps[0], steps[2], steps[1]] });
    }
    this.barred = [...prompt.querySelectorAll('.why li')].map((line) => ({ steps: line.dataset.steps.split(' '), line }));
    while (this.picked.length && !this.matching().length) this.picked.pop();
    if (!this.picked.length) this.must = null;
    const again = this.refocus && this.keys;
    this.refocus = false;
    this.light(again);
    if (again && !this.choices.length) prompt.focus();
  }

  path() { return this.picked.map((pick) => pick.piece); }

  matching(path = this.path()) {
    return this.choices.filter(({ steps }) => steps.length > path.length && path.every((piece, at) => steps[at] === piece)
      && (!this.must || steps.includes(this.must, 0)));
  }

  // The pieces that come next, each with the answers it leads to.
  next() {
    const next = new Map();
    const depth = this.picked.length;
    for (const choice of this.matching()) {
      const piece = choice.steps[depth];
      if (!next.has(piece)) next.set(piece, []);
      next.get(piece).push(choice);
    }
    return next;
  }

  clear(but) {
    for (const made of this.main.querySelectorAll('.pick, .chip')) if (made !== but) made.remove();
    for (const piece of this.main.querySelectorAll('.lit, .picked, .barred')) piece.classList.remove('lit', 'picked', 'barred', 'draggable');
  }

  drawn(piece) {
    return this.main.querySelector(`[data-piece="${CSS.escape(piece)}"]`);
  }

  light(focus) {
    this.clear();
    const depth = this.picked.length;
    const next = this.next();
    this.main.classList.toggle('picking', depth > 0);
    for (const { piece } of this.picked) this.drawn(piece)?.classList.add('picked');
    const bar = document.getElementById('steps');
    bar.replaceChildren();
    const few = depth > 0 && next.size <= 6;
    let digit = 0;
    for (const [piece, choices] of next) {
      const there = this.drawn(piece);
      if (there) this.lightPiece(there, piece, choices);
      if (!there || few) this.offer(bar, piece, choices, ++digit);
    }
    this.bar(bar, next, depth);
    if (depth > 0) bar.append(this.step('Back', 'Esc', () => this.back()));
    const picks = [...this.main.querySelectorAll('.lit > .pick')];
    const first = picks.find((pick) => pick.parentElement.dataset.piece === this.rover) ?? picks[0];
    if (first) first.tabIndex = 0;
    this.hint(this.rest());
    if (focus) (first ?? bar.querySelector('button'))?.focus({ preventScroll: false });
    else if (depth && picks.length && !few) this.reveal(picks);
  }

  // Where nothing lit is in sight, the first of it comes into sight.
  reveal(picks) {
    const low = document.getElementById('prompt').getBoundingClientRect().top;
    const seen = picks.some((pick) => { const at = pick.getBoundingClientRect(); return at.top >= 0 && at.bottom <= low; });
    if (!seen) picks[0].parentElement.scrollIntoView({ block: 'center' });
  }

  rest() {
    if (!this.choices.length) return '';
    if (!this.picked.length) return matchMedia('(hover: none)').matches ? '' : 'Pick something that is lit, or press ? for the keys.';
    return `${this.picked.map(({ piece }) => this.labels.get(piece) ?? piece).join(' → ')} → ?${this.lies(this.picked.at(-1).piece)}`;
  }

  lightPiece(there, piece, choices) {
    for (let closed = there.closest('details:not([open])'); closed; closed = closed.parentElement.closest('details:not([open])')) closed.open = true;
    there.classList.add('lit', 'draggable');
    const only = choices.length === 1 && choices[0].steps.length === this.picked.length + 1 ? choices[0] : null;
    const pick = make('button', 'pick');
    pick.type = 'button';
    pick.tabIndex = -1;
    pick.setAttribute('aria-label', only ? `${this.labels.get(piece)}: ${only.says}` : this.labels.get(piece) ?? piece);
    there.append(pick);
    if (only && this.picked.length) {
      const chip = make('span', 'chip', follows(only.says));
      chip.setAttribute('aria-hidden', 'true');
      there.append(chip);
    }
  }

  // Answers that are no pieces are buttons in the task bar; so are the last few.
  offer(bar, piece, choices, digit) {
    const only = choices.length === 1 ? choices[0] : null;
    const button = this.step(this.labels.get(piece) ?? piece, digit < 10 ? digit : '', () => this.pick(piece));
    button.dataset.step = piece;
    if (only && this.picked.length) button.append(make('small', '', follows(only.says)));
    if (only) button.title = only.says;
    bar.append(button);
  }

  step(label, key, press) {
    const button = make('button');
    button.type = 'button';
    if (key) button.append(make('kbd', '', String(key)));
    const text = make('span', '', label);
    button.append(text);
    button.addEventListener('click', press);
    return button;
  }

  // What may not be picked here says why when asked.
  bar(bar, next, depth) {
    const path = this.path();
    for (const { steps, line } of this.barred) {
      const piece = steps[depth];
      if (!piece || next.has(piece) || !path.every((picked, at) => steps[at] === picked)) continue;
      const there = this.drawn(piece);
      if (there?.querySelector(':scope > .pick')) continue;
      const button = there ? make('button', 'pick') : this.step(this.labels.get(piece) ?? piece, '', () => {});
      button.type = 'button';
      button.setAttribute('aria-disabled', 'true');
      if (there) {
        button.tabIndex = -1;
        button.setAttribute('aria-label', line.textContent);
        there.classList.add('barred');
        there.append(button);
      } else if (depth === 0) continue;
      else bar.append(button);
      button.why = line;
    }
  }

  hint(content, wrong = false) {
    const hint = document.getElementById('hint');
    if (!hint) return;
    if (wrong) this.wrongAt = performance.now();
    else if (this.hinted && performance.now() - (this.wrongAt ?? -1e9) < 4000) return;
    hint.classList.toggle('plain-error', wrong);
    if (content instanceof Element) hint.replaceChildren(...[...content.cloneNode(true).childNodes]);
    else hint.textContent = content;
  }

  told(event) {
    const button = event.target.closest?.('.pick, #steps button');
    if (!button) {
      if (event.type === 'pointerover' && this.hinted) { this.hinted = false; if (!this.sending) this.hint(this.rest()); }
      return;
    }
    this.hinted = true;
    if (button.why) return this.hint(button.why);
    const piece = button.dataset.step ?? button.parentElement.dataset.piece;
    const choices = this.next().get(piece);
    if (!choices) return;
    this.hint((choices.length === 1 ? choices[0].says : `${this.labels.get(piece)}: ${choices.length} answers begin here.`) + this.lies(piece));
  }

  // What lies in a pile, read out.
  lies(piece) {
    const pile = this.drawn(piece)?.querySelector('.pile .pop');
    return pile ? ` There lie, from the bottom: ${[...pile.children].map((coin) => coin.textContent).join('; ')}.` : '';
  }

  clicked(event) {
    if (event.target.closest('summary, a, #prompt')) return;
    const pick = event.target.closest('.pick');
    if (pick?.why) return this.hint(pick.why);
    const piece = (pick?.parentElement ?? event.target.closest('[data-piece]'))?.dataset.piece;
    if (!piece || !this.choices?.length) return;
    if (this.dragged) { this.dragged = false; return; }
    if (pick && pick.parentElement.classList.contains('lit')) return this.pick(piece);
    const at = this.path().indexOf(piece);
    if (at >= 0) { this.picked.length = at; this.must = null; return this.light(this.keys); }
    if (this.picked.length && this.choices.some(({ steps }) => steps[0] === piece)) {
      this.picked = [];
      this.must = null;
      return this.pick(piece);
    }
    this.hint('That is not among the answers here. Lit pieces are; Esc goes back.');
  }

  pick(piece) {
    if (this.sending) return;
    this.picked.push({ piece });
    const meant = this.matching();
    const whole = this.done() ?? (this.must && meant.length === 1 ? meant[0] : null);
    if (whole) return this.submit(whole);
    this.advance();
    this.light(this.keys);
  }

  // The answer whose whole path has been picked.
  done() {
    const path = this.path();
    return this.choices.find(({ steps }) => steps.length === path.length && steps.every((piece, at) => piece === path[at]));
  }

  // Where there is but one way to go on, it is gone; the last step is always somebody's own.
  advance() {
    for (;;) {
      const next = this.next();
      if (next.size !== 1) return;
      const [[piece, choices]] = next;
      if (choices.some(({ steps }) => steps.length === this.picked.length + 1)) return;
      this.picked.push({ piece, auto: true });
    }
  }

  back() {
    if (!this.picked.length) return false;
    this.must = null;
    while (this.picked.pop()?.auto);
    this.light(this.keys);
    return true;
  }

  async submit(choice) {
    this.sending = true;
    this.refocus = true;
    this.clear();
    document.getElementById('steps').replaceChildren();
    this.hint('Sending…');
    // The change may be here before the answer is: nothing is picked in it yet.
    this.picked = [];
    this.must = null;
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
    if (!way || !from) return;
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
    if (!best) return;
    from.tabIndex = -1;
    best.pick.tabIndex = 0;
    this.rover = best.pick.parentElement.dataset.piece;
    best.pick.focus();
  }

  // Dragging: a lit piece is taken along, and whatever its answers still need lights up to drop it on.
  grasp(event) {
    const held = event.target.closest?.('.lit > .pick');
    const piece = held?.parentElement;
    if (!piece || event.button || this.sending) return;
    const start = { x: event.clientX, y: event.clientY };
    const touch = event.pointerType === 'touch';
    let ghost = null;
    let ready = !touch;
    let over = null;
    const hold = touch && setTimeout(() => { ready = true; begin(); }, 280);
    const begin = () => {
      if (ghost) return;
      const leads = this.next().get(piece.dataset.piece)?.some(({ steps }) => steps.length > this.picked.length + 1);
      if (!leads) return;
      ghost = make('div', 'drag', this.labels.get(piece.dataset.piece));
      document.body.append(ghost);
      this.dragging = true;
      ghost.style.left = `${start.x}px`;
      ghost.style.top = `${start.y}px`;
      this.picked.push({ piece: piece.dataset.piece });
      const depth = this.picked.length;
      // A finger's events go to what it first touched, so that stays.
      this.clear(held);
      this.main.classList.add('picking');
      piece.classList.add('picked');
      for (const { steps } of this.matching()) {
        for (const step of steps.slice(depth)) this.drawn(step)?.classList.add('lit');
      }
    };
    const move = (event) => {
      if (!ghost) {
        const far = Math.hypot(event.clientX - start.x, event.clientY - start.y);
        if (!ready && far > 10) return end();
        if (far < 8 || !ready) return;
        begin();
        if (!ghost) return end();
      }
      ghost.style.left = `${event.clientX}px`;
      ghost.style.top = `${event.clientY}px`;
      over?.classList.remove('over');
      over = document.elementFromPoint(event.clientX, event.clientY)?.closest('.lit') ?? null;
      over?.classList.add('over');
    };
    const end = () => {
      clearTimeout(hold);
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      removeEventListener('pointercancel', cancel);
      this.dragging = false;
    };
    const up = () => {
      end();
      if (!ghost) return;
      ghost.remove();
      this.dragged = true;
      setTimeout(() => { this.dragged = false; });
      over?.classList.remove('over');
      if (over) this.drop(over.dataset.piece);
      else { this.picked.pop(); this.light(); }
    };
    const cancel = () => {
      end();
      if (ghost) { ghost.remove(); this.picked.pop(); this.light(); }
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
    addEventListener('pointercancel', cancel);
  }

  // Dropped on a piece: only answers that use it are meant. If there is one, that is it.
  drop(piece) {
    this.must = piece;
    const meant = this.matching();
    if (meant.length === 1) {
      this.picked = meant[0].steps.map((step) => ({ piece: step }));
      return this.submit(meant[0]);
    }
    this.advance();
    this.light();
  }
}
