// Spam-O-Rama at the table: a coin taken up, a stack opened, and a relay's gains on the bars.
// How long a finger rests before that counts as reading.
const REST = 500;
const make = (tag, name, ...inside) => {
  const made = document.createElement(tag);
  if (name) made.className = name;
  made.append(...inside);
  return made;
};

export function network(main) {
  const find = (selector) => main.querySelector(selector);
  const [held, opened, preview] = ['[data-held]', '[data-opened]', '[data-preview]'].map(find);
  if (!held) return;
  // On a small screen turning the page closes the notes.
  main.addEventListener('click', (event) => { if (event.target.closest('[data-tab]')) find('.notes[open]')?.removeAttribute('open'); });
  // There one's own clients have no names: a tap on them leads to the page on which they have.
  find('.clients')?.addEventListener('click', (event) => {
    if (main.dataset.shows !== 'clients' && !event.target.closest('button, a') && find('.tabs').checkVisibility()) find('[data-tab="clients"]').click();
  });

  // The coins of a port from the top down, as the page has them: suit, value and who placed them, as far as they are known.
  function coins(port) {
    const read = (line) => {
      const [, value, , who] = /^(?:(\d) of )?([^,]*)(?:, (\w))?$/.exec(line.textContent.trim()) ?? [];
      return { suit: line.classList[0], value, who };
    };
    const pile = [...port.querySelectorAll('.pile .pop li')].map(read).reverse();
    const top = port.querySelector(':scope > .coin');
    if (pile.length || !top) return pile;
    return [{ suit: [...top.classList].find((name) => /^s\d/.test(name)), value: top.querySelector('i')?.textContent }];
  }

  const isMine = (suit) => Boolean(suit && find(`.own .client.${suit}`));
  function coin({ suit, value }, size = '') {
    const made = make('span', `coin ${suit ?? ''} ${size} ${isMine(suit) ? 'mine' : ''} ${value || !suit ? 'known' : ''}`);
    const glyph = suit && find(`.client.${suit} .g`);
    if (glyph) made.append(glyph.cloneNode(true));
    if (value || !suit) made.append(make('i', '', value ?? '?'));
    return made;
  }

  // The suits below the top of a pile stand beside it, as far as they are known.
  const MOST_UNDER = 5;
  function under(port) {
    const pile = port.querySelector(':scope > .pile > summary');
    if (!pile || pile.querySelector('.under')) return;
    const made = make('span', 'under');
    made.setAttribute('aria-hidden', 'true');
    for (const { suit } of coins(port).slice(1, 1 + MOST_UNDER)) {
      const glyph = suit && find(`.client.${suit} .g`)?.cloneNode(true);
      if (!glyph) break;
      glyph.classList.add(suit);
      glyph.classList.toggle('mine', isMine(suit));
      made.append(glyph);
    }
    pile.append(made);
  }
  const ports = find('.ports');
  for (const port of ports.children) under(port);
  new MutationObserver((changes) => {
    for (const port of changes.flatMap((change) => [...change.addedNodes])) if (port.matches?.('.port')) under(port);
  }).observe(ports, { childList: true });

  const title = (suit) => (suit ? find(`.heap.${suit} .unseen`)?.textContent.trim() : '');
  const place = (port) => port.dataset.piece.slice(5);

  // The stack that was picked is in hand.
  function hold(piece) {
    const port = piece?.startsWith('port-') && find(`[data-piece="${piece}"]`);
    const stack = port ? coins(port) : [];
    held.hidden = !stack.length;
    held.replaceChildren();
    if (!stack.length) return;
    const shown = stack.length === 1 ? coin(stack[0], 'huge') : make('span', 'bunch', ...stack.map((one) => coin(one)));
    const top = title(stack[0].suit);
    const says = `${stack.length === 1 ? '1 coin' : `${stack.length} coins`}${top ? `, ${top} on top` : ''}`;
    held.append(shown, make('p', '', make('b', '', `The stack of ${place(port)}`), make('small', '', says)));
  }

  // A pile that is opened is read in the reserved zone, the top coin first.
  function read() {
    const pile = find('.pile[open]');
    opened.hidden = !pile;
    for (const port of main.querySelectorAll('.peeked')) port.classList.remove('peeked');
    if (!pile) return;
    const port = pile.closest('[data-piece]');
    port.classList.add('peeked');
    opened.querySelector('h2').textContent = `The stack of ${place(port)}`;
    const line = (one, at) => {
      const name = title(one.suit);
      const may = name && !one.value ? document.querySelector(`#note-${name.toLowerCase()} .unknown`)?.textContent.trim() : '';
      const made = make('li', isMine(one.suit) ? 'mine' : '', make('span', '', String(at + 1)), coin(one));
      made.append(make('span', '', make('b', '', one.value ?? '?'), make('small', '', may ? `${name}: ${may}` : name || 'hidden')));
      if (one.who) made.append(make('span', `seat-badge at-${one.who.toLowerCase()}`, one.who));
      return made;
    };
    opened.querySelector('ol').replaceChildren(...coins(port).map(line));
  }

  main.addEventListener('toggle', ({ target }) => {
    if (!target.matches?.('.pile')) return;
    if (target.open) for (const other of main.querySelectorAll('.pile[open]')) if (other !== target) other.open = false;
    read();
  }, true);
  // A finger that rests on a port wants to see what lies there.
  let resting;
  main.addEventListener('pointerdown', (event) => {
    clearTimeout(resting);
    const pile = event.pointerType !== 'mouse' && event.target.closest('.port')?.querySelector(':scope > .pile');
    if (pile) resting = setTimeout(() => { pile.open = true; }, REST);
  });
  for (const kind of ['pointerup', 'pointercancel']) addEventListener(kind, () => clearTimeout(resting));
  opened.querySelector('[data-close]').addEventListener('click', () => {
    const pile = find('.pile[open]');
    if (!pile) return;
    pile.open = false;
    pile.querySelector('summary').focus();
  });
  main.addEventListener('chosen', ({ detail }) => {
    hold(detail.picked[0]);
    read();
    ghosts();
    // On a small screen what the others did stands where nothing is asked.
    find('[data-lately]').replaceChildren(...[...main.querySelectorAll('#since li')].map((line) => line.cloneNode(true)));
  });

  zooming(main, find('.net > .inside'));

  // The gains of the pointed relay on the bars: dark for certain ones, light for possible ones.
  function ghosts() {
    for (const old of main.querySelectorAll('.meter .ghost, .client .then')) old.remove();
    for (const gain of preview.querySelectorAll('.gain')) {
      const suit = [...gain.classList].find((name) => /^s\d/.test(name));
      const client = suit && find(`.client.${suit}`);
      if (!client) continue;
      const [low, high] = gain.textContent.trim().split(' to ').map(Number);
      const now = Number(client.querySelector('rect').getAttribute('width'));
      const most = high ?? low;
      for (const [name, from, to] of [['sure', now, now + low], ['perhaps', now + low, now + most]]) {
        const bar = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
        bar.setAttribute('class', `ghost ${name}`);
        bar.setAttribute('x', from);
        bar.setAttribute('width', to - from);
        bar.setAttribute('height', 6);
        client.querySelector('.meter').append(bar);
      }
      client.querySelector('b').append(make('i', 'then', `→${now + low}${high ? `–${now + high}` : ''}`));
    }
  }
  new MutationObserver(ghosts).observe(preview, { childList: true });
}

// As large as two fingers make a port, and as large as a finger that hits it wants it.
const [LARGEST, HIT] = [72, 40];

// A network that is too large for a small screen is shown from the whole to ports of that size: by two fingers, and by its tab, which
// goes between the whole and ports that a finger hits. On the whole a tap goes closer, and picks nothing.
function zooming(main, board) {
  const port = () => board.querySelector('.port').offsetWidth;
  const hits = () => {
    const zoom = main.style.getPropertyValue('--zoom');
    main.style.removeProperty('--zoom');
    const size = port();
    main.style.setProperty('--zoom', zoom);
    return size;
  };
  const whole = () => Math.floor(port() * Math.min(1, board.clientWidth / board.scrollWidth, board.clientHeight / board.scrollHeight));
  const isSmall = () => port() < Math.min(HIT, hits());
  // What lies under this point stays there.
  function zoom(size, x, y) {
    const { left, top } = board.getBoundingClientRect();
    const [across, down] = [board.scrollLeft + x - left, board.scrollTop + y - top];
    const before = port();
    main.style.setProperty('--zoom', `${size}px`);
    const by = port() / before;
    board.scrollTo(across * by - (x - left), down * by - (y - top));
  }
  const back = (x, y) => {
    zoom(hits(), x, y);
    main.style.removeProperty('--zoom');
  };

  let begun;
  const fingers = ([one, other]) => ({
    apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
    x: (one.clientX + other.clientX) / 2,
    y: (one.clientY + other.clientY) / 2,
  });
  board.addEventListener('touchstart', ({ touches }) => {
    begun = touches.length === 2 ? { ...fingers(touches), port: port(), least: Math.min(whole(), hits()) } : null;
  }, { passive: true });
  board.addEventListener('touchmove', (event) => {
    if (!begun || event.touches.length !== 2) return;
    event.preventDefault();
    const { apart, x, y } = fingers(event.touches);
    zoom(Math.round(Math.max(begun.least, Math.min(LARGEST, begun.port * apart / begun.apart))), x, y);
  }, { passive: false });
  board.addEventListener('click', (event) => {
    if (!isSmall()) return;
    event.preventDefault();
    event.stopPropagation();
    back(event.clientX, event.clientY);
  }, true);
  main.addEventListener('click', ({ target }) => {
    if (!target.closest('[data-tab=board][aria-pressed=true]')) return;
    const { left, top } = board.getBoundingClientRect();
    if (isSmall()) back(left, top);
    else if (whole() < port()) zoom(whole(), left, top);
  }, true);
}
