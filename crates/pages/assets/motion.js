// Moments are staged one after the other, each under a second and a half. A key or a press goes straight to the end of
// the stage; where motion is not wanted, only the end is shown.
import { figures } from './figures.js';
import { address } from './narrate.js';
import { play } from './sound.js';

export const SPEEDS = { slow: 1.8, normal: 1, fast: 0.45, instant: 0 };
// How long a change can be looked at before the next one, by what happened in it.
const DWELL = { pass: 150, draw: 800, turn: 500, mail: 1200, roll: 700, gain: 1100, flat: 1100, gruntle: 500, storm: 900, steal: 1200, merge: 1100, special: 1500, play: 1200, place: 700, relay: 1100, reveal: 600, score: 1200, win: 0, loss: 1100, phase: 500, timeout: 1500 };
// Moments seen before the page changes: an action, then its luck.
const EARLY = ['mail', 'roll', 'relay', 'reveal'];
// What came of what one did oneself is looked at for longer.
const RESULTS = ['gain', 'flat', 'score'];
const calm = matchMedia('(prefers-reduced-motion: reduce)');

export class Stage {
  constructor(main, store) {
    this.main = main;
    this.store = store;
    this.skips = new Set();
    this.paused = null;
    this.flags = this.marked();
    this.screen = document.createElement('div');
    this.screen.className = 'moments';
    this.screen.setAttribute('aria-hidden', 'true');
    document.body.append(this.screen);
    addEventListener('pointerdown', () => this.skip(), { capture: true, passive: true });
    addEventListener('keydown', (event) => { if ([' ', 'Escape', 'Enter'].includes(event.key)) this.skip(); }, true);
  }

  // Missed moments go faster: `pace`.
  get speed() { return (SPEEDS[this.store.get('speed')] ?? 1) * (this.pace ?? 1); }
  // Moving pictures only where they are wanted and seen.
  get moves() { return this.speed > 0 && !calm.matches && !document.hidden && !this.hurry; }

  skip() { for (const end of [...this.skips]) end(); }

  // Waits so long at the pace that was chosen, or until it is skipped.
  wait(ms) {
    if (!ms || !this.speed || this.hurry || document.hidden) return Promise.resolve();
    return new Promise((done) => {
      const end = () => { clearTimeout(timer); this.skips.delete(end); done(); };
      const timer = setTimeout(end, ms * this.speed);
      this.skips.add(end);
    });
  }

  async animate(element, frames, ms, options = {}) {
    if (!this.moves) return;
    const run = element.animate(frames, { duration: ms * this.speed, easing: 'cubic-bezier(.2, .8, .2, 1)', fill: 'both', ...options });
    const end = () => { try { run.finish(); } catch { run.cancel(); } };
    this.skips.add(end);
    await run.finished.catch(() => {});
    this.skips.delete(end);
    run.cancel();
  }

  pause(on) {
    if (on && !this.paused) {
      let go;
      this.paused = new Promise((done) => { go = done; });
      this.paused.go = go;
    } else if (!on && this.paused) {
      this.paused.go();
      this.paused = null;
    }
  }

  piece(name) { return name && this.main.querySelector(`[data-piece="${CSS.escape(name)}"]`); }
  box(name) {
    const there = this.piece(name);
    return there?.checkVisibility?.() ? there.getBoundingClientRect() : null;
  }

  actor(name, box, content) {
    const actor = document.createElement('div');
    actor.className = name;
    if (content instanceof Node) actor.append(content);
    else if (content) actor.textContent = content;
    Object.assign(actor.style, { left: `${box.left}px`, top: `${box.top}px` });
    this.screen.append(actor);
    return actor;
  }

  glyph(name) {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('class', 'g');
    const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
    use.setAttribute('href', `#g-${name}`);
    svg.append(use);
    return svg;
  }

  // Before the page changes: what the eye should see happen first.
  async before(lines, before) {
    await this.paused;
    this.was = before;
    this.early = this.moves;
    if (!this.moves) return;
    // Where no roll could have come to anything else, nor anybody changed it, none is thrown.
    const certain = lines.some(({ dataset }) => 'certain' in dataset) && lines.some(({ dataset }) => RESULTS.includes(dataset.moment));
    for (const { dataset: { moment, n, about, shows } } of lines) {
      if (!EARLY.includes(moment) || certain && ['mail', 'roll'].includes(moment)) continue;
      const [first, second] = (about ?? '').split(' ');
      play(moment);
      if (moment === 'mail') await this.mail(this.box(first), this.box(second));
      else if (moment === 'roll') await this.roll(Number(n));
      else if (moment === 'relay') await this.relay(first, second);
      else if (shows) await this.reveal(this.box(first), shows.split(' '));
    }
  }

  // After it: what changed is shown where it changed.
  async after(lines) {
    let dwell = 0;
    const own = lines.some((line) => line.dataset.by === this.main.dataset.viewer);
    for (const line of lines) {
      const { n, about, shows } = line.dataset;
      const moment = line.dataset.moment?.replace('favour', 'special');
      if (!moment) continue;
      dwell = Math.max(dwell, (DWELL[moment] ?? 0) * (RESULTS.includes(moment) && own ? 2 : 1));
      if (!this.early || !EARLY.includes(moment)) play(moment);
      if (!this.moves) continue;
      const [first, second] = (about ?? '').split(' ');
      if (moment === 'gain') await this.gain(first, n);
      else if (moment === 'flat') this.float(first, '0', 'bad');
      else if (moment === 'gruntle') await this.stamp(first);
      else if (moment === 'storm' || moment === 'loss') await this.leave(first);
      else if (moment === 'steal' && first.startsWith('seat-')) await this.hand(first, second);
      else if (moment === 'steal') await this.move(first, second);
      else if (moment === 'merge') await this.move(second, first);
      else if (moment === 'draw') await this.hand('deck-action', first);
      else if (moment === 'special' && n && first?.startsWith('scam-')) this.change(first, Number(n));
      else if (moment === 'phase' || moment === 'win') await this.announce(line);
      else if (moment === 'place' || moment === 'play' || moment === 'special') this.flash(first);
      else if (moment === 'score' && shows) for (const paid of shows.split(' ')) this.pay(paid, this.box(first));
    }
    await this.mark();
    await this.wait(dwell);
  }

  // Who is at the mark, or has won, by seat.
  marked() { return new Map([...this.main.querySelectorAll('.flag:not(.turn)')].map((flag) => [flag.closest('[data-piece], [id]')?.id, flag])); }

  // Somebody has come to the mark, and wins unless they are pulled down.
  async mark() {
    const flags = this.marked();
    const fresh = [...flags].filter(([seat]) => !this.flags.has(seat));
    this.flags = flags;
    if (!fresh.length) return;
    play('alarm');
    if (this.moves) await Promise.all(fresh.map(([, flag]) => this.animate(flag, [{ scale: 3, rotate: '-10deg' }, { scale: 0.8, offset: 0.7 }, { scale: 1 }], 800, { fill: 'none' })));
  }

  async roll(face) {
    const seen = [this.main.querySelector('.die'), this.main.querySelector('[data-news]')].find((part) => part?.checkVisibility());
    const place = (seen ?? this.main).getBoundingClientRect();
    const size = 96;
    const die = this.actor('die-thrown', { left: place.left + place.width / 2 - size / 2, top: Math.max(4, place.top + place.height / 2 - size / 2) }, this.glyph('die-1'));
    const use = die.querySelector('use');
    const tumble = this.animate(die, [{ transform: 'translateY(-60px) rotate(-200deg) scale(0.7)' }, { transform: 'translateY(0) rotate(-40deg) scale(1.1)', offset: 0.6 }, { transform: 'none' }], 640);
    for (let turn = 0; turn < 7; turn += 1) {
      use.setAttribute('href', `#g-die-${1 + (turn * 5 + face) % 6}`);
      await this.wait(80);
    }
    use.setAttribute('href', `#g-die-${face}`);
    await tumble;
    await this.animate(die, [{ scale: 1.35 }, { scale: 1 }], 160);
    await this.wait(200);
    die.remove();
  }

  async mail(from, to) {
    if (!from || !to) return;
    const actor = this.actor('mail-sent', { left: from.left + from.width / 2 - 16, top: from.top + from.height / 2 - 12 }, this.glyph('envelope'));
    const [x, y] = [to.left + to.width / 2 - from.left - from.width / 2, to.top + to.height / 2 - from.top - from.height / 2];
    await this.animate(actor, [{ transform: 'none' }, { transform: `translate(${x / 2}px, ${y / 2 - 40}px) rotate(8deg) scale(1.3)`, offset: 0.5 }, { transform: `translate(${x}px, ${y}px)` }], 420);
    actor.remove();
  }

  // The number rises where it belongs.
  async float(name, says, tone) {
    const box = this.box(name);
    if (!box) return;
    const actor = this.actor(`float ${tone}`, { left: box.left + box.width / 2, top: box.top + box.height / 2 }, says);
    await this.animate(actor, [{ transform: 'translate(-50%, 0) scale(0.6)', opacity: 0 }, { transform: 'translate(-50%, -30%) scale(1.4)', opacity: 1, offset: 0.2 }, { transform: 'translate(-50%, -160%)', opacity: 0 }], 1300);
    actor.remove();
  }

  // What was gained is counted, cell by cell, on the Scam and on the sum of its owner.
  async gain(name, much) {
    const scam = this.piece(name);
    const counted = [scam, scam?.closest('.seat')?.querySelector('.sum')].filter(Boolean).map((there) => {
      const [cells, shown] = [there.querySelector('.cells'), there.querySelector('.num')];
      const value = Number(shown?.nextElementSibling?.textContent);
      return { cells, shown, value, last: cells?.className };
    }).filter(({ cells, value }) => cells && value >= 0);
    const count = (missing) => {
      for (const one of counted) {
        one.cells.className = one.last.replace(/\bv\d+/, `v${Math.max(0, Number(/\bv(\d+)/.exec(one.last)?.[1]) - missing)}`);
        const number = figures(Math.max(0, one.value - missing));
        (one.now ?? one.shown).replaceWith(number);
        one.now = number;
      }
    };
    for (let missing = Number(much) - 1; missing >= 0 && counted.length; missing -= 1) {
      if (missing === Number(much) - 1) count(missing + 1);
      await this.wait(150);
      count(missing);
      play('coin');
    }
    for (const one of counted) one.now.replaceWith(one.shown);
    this.float(name, `+${much}`, 'good');
    await this.flash(name);
  }

  // By how much a Rating went up or down.
  change(name, rating) {
    const [was] = this.was?.get(name)?.text.match(/\d+/) ?? [];
    const by = rating - Number(was ?? rating);
    if (by) this.float(name, by > 0 ? `+${by}` : `−${-by}`, by > 0 ? 'good' : 'bad');
    this.flash(name);
  }

  async flash(name) {
    const there = this.piece(name);
    if (there) await this.animate(there, [{ filter: 'brightness(1.6) saturate(1.4)' }, { filter: 'none' }], 300, { fill: 'none' });
  }

  // The game or a part of it is over: said across the table.
  async announce(line) {
    address(line, this.main.dataset.viewer ?? '');
    const says = [...line.childNodes].filter((part) => part.nodeName !== 'A').map((part) => part.textContent).join('');
    const banner = this.actor('banner', { left: 0, top: innerHeight / 3 }, says);
    await this.animate(banner, [{ scale: '1 0' }, { scale: 1, offset: 0.15 }, { scale: 1, offset: 0.85 }, { scale: '1 0' }], 1400);
    banner.remove();
  }

  async stamp(name) {
    const box = this.box(name);
    if (!box) return;
    const actor = this.actor('stamp', { left: box.left + box.width / 2 - 24, top: box.top + box.height / 2 - 24 }, this.glyph('face-4'));
    await this.animate(actor, [{ transform: 'scale(2.6) rotate(-20deg)', opacity: 0 }, { transform: 'scale(1) rotate(-8deg)', opacity: 1 }], 220, { easing: 'cubic-bezier(.3, 1.8, .5, 1)' });
    await this.animate(actor, [{ opacity: 1 }, { opacity: 0 }], 200);
    actor.remove();
  }

  // A piece that was there goes: to where it lies now, or off the table.
  async leave(name) {
    const was = this.was?.get(name);
    if (!was) return;
    const box = this.box(name);
    const ghost = this.actor('ghost', was.box, was.copy);
    Object.assign(ghost.style, { width: `${was.box.width}px`, height: `${was.box.height}px` });
    await this.animate(ghost, [0, -5, 5, -5, 5, 0].map((x) => ({ transform: `translateX(${x}px)` })), 320, { easing: 'linear' });
    const [x, y] = box ? [box.left - was.box.left, box.top - was.box.top] : [0, innerHeight];
    await this.animate(ghost, [{ transform: 'none', opacity: 1 }, { transform: `translate(${x}px, ${y}px) rotate(${box ? 0 : 20}deg)`, opacity: box ? 0.9 : 0 }], 600, { easing: 'steps(12)' });
    ghost.remove();
  }

  async move(name, to) {
    const was = this.was?.get(name);
    const box = this.box(name) ?? this.box(to);
    if (!was || !box) return this.flash(to);
    const ghost = this.actor('ghost', was.box, was.copy);
    Object.assign(ghost.style, { width: `${was.box.width}px`, height: `${was.box.height}px` });
    await this.animate(ghost, [{ transform: 'none' }, { transform: `translate(${box.left - was.box.left}px, ${box.top - was.box.top}px)` }], 560);
    ghost.remove();
    await this.flash(this.piece(name) ? name : to);
  }

  // A card goes from the deck or from a player to a player, face down.
  async hand(giver, to) {
    const place = (name) => (name === `seat-${this.main.dataset.viewer}` ? document.getElementById('hand')?.getBoundingClientRect() : null) ?? this.box(name);
    const [from, box] = [place(giver) ?? this.box(to), place(to)];
    if (!from || !box || !to?.startsWith('seat-')) return this.flash(to);
    const card = this.actor('card-drawn', { left: from.left + from.width / 2 - 20, top: from.top }, this.glyph('envelope'));
    const [x, y] = [box.left + box.width / 2 - from.left - from.width / 2, box.top + box.height / 2 - from.top - 28];
    await this.animate(card, [{ transform: 'none' }, { transform: 'translateY(-14px)', offset: 0.3 }, { transform: `translate(${x}px, ${y}px) rotateY(180deg)` }], 380);
    card.remove();
  }

  // The stack slides onto the other and stays there until the board is drawn anew.
  async relay(from, to) {
    const [start, end] = [this.box(from), this.box(to)];
    const coin = this.piece(from)?.querySelector('.coin');
    if (!start || !end || !coin) return;
    const [x, y] = [end.left - start.left, end.top - start.top];
    this.piece(from).style.zIndex = 5;
    await this.animate(coin, [{ transform: 'none' }, { transform: `translate(${x}px, ${y}px)` }], 300);
    coin.style.transform = `translate(${x}px, ${y}px)`;
  }

  // Coins are turned up one by one beside the port they lay on.
  async reveal(box, shows) {
    if (!box) return;
    const row = this.actor('revealed', { left: Math.min(box.left, innerWidth - 60 - shows.length * 44), top: Math.max(4, box.top - 8) });
    for (const shown of shows) {
      const [suit, value] = shown.split(':');
      const coin = document.createElement('span');
      coin.className = `coin-up ${suit}`;
      coin.append(this.glyph(suit), value);
      row.append(coin);
      play('coin');
      await this.animate(coin, [{ transform: 'rotateY(90deg)' }, { transform: 'none' }], Math.min(140, 700 / shows.length));
    }
    await this.wait(350);
    row.remove();
  }

  // What a client was paid goes from the port to its bar, which grows by it.
  async pay(paid, port) {
    const [suit, much] = paid.split(':');
    const client = this.main.querySelector(`[data-client="${suit}"]`);
    const bar = client?.checkVisibility() && client.getBoundingClientRect();
    if (!bar) return;
    const full = client.querySelector('.meter > rect');
    const [now, by] = [Number(full?.getAttribute('width')), Number(much)];
    const held = now && full.animate([{ transform: `scaleX(${Math.max(0, now - by) / now})` }], { duration: 10000, fill: 'both' });
    if (port) {
      const coin = this.actor('coin-up', { left: port.left + port.width / 2 - 10, top: port.top + port.height / 2 - 10 }, this.glyph(suit));
      const [x, y] = [bar.left + bar.width / 2 - port.left - port.width / 2, bar.top + bar.height / 2 - port.top - port.height / 2];
      await this.animate(coin, [{ transform: 'none' }, { transform: `translate(${x}px, ${y}px)` }], 450);
      coin.remove();
    }
    held?.cancel?.();
    if (now) this.animate(full, [{ transform: `scaleX(${Math.max(0, now - by) / now})` }, { transform: 'none' }], 500, { fill: 'none' });
    const actor = this.actor('float good', { left: bar.left + bar.width / 2, top: bar.top + bar.height / 2 }, much);
    await this.animate(actor, [{ transform: 'translate(-50%, 0)', opacity: 1 }, { transform: 'translate(-50%, -150%)', opacity: 0 }], 1200);
    actor.remove();
  }
}
