// A coach says what it would do, and points at it; the same for a better choice in a replay.
const marked = 'advised';

function unmark(main) {
  for (const piece of main.querySelectorAll(`.${marked}`)) piece.classList.remove(marked);
}

// Points at pieces of the table.
export function show(main, pieces) {
  unmark(main);
  const found = pieces.map((piece) => main.querySelector(`[data-piece="${CSS.escape(piece)}"]`)).filter(Boolean);
  for (const piece of found) piece.classList.add(marked);
  found[0]?.scrollIntoView({ block: 'nearest' });
}

function panel(main) {
  let panel = main.querySelector('#advice');
  if (!panel) {
    panel = document.createElement('aside');
    panel.id = 'advice';
    panel.className = 'window';
    panel.setAttribute('aria-label', 'Coach');
    panel.tabIndex = -1;
    main.append(panel);
  }
  return panel;
}

function close(main) {
  unmark(main);
  main.querySelector('#advice')?.remove();
}

export async function ask(main, form) {
  // Who asks while it is there has heard it.
  if (main.querySelector('#advice')) return close(main);
  const button = form.querySelector('button');
  button.disabled = true;
  const say = document.getElementById('say');
  say.textContent = 'The coach is thinking.';
  try {
    const answer = await fetch(form.action, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams(new FormData(form)),
    });
    const said = await answer.json();
    if (!answer.ok) throw new Error(said.sentence);
    // What happened before it was asked may still be on its way to the page.
    const version = String(said.version);
    for (let waits = 0; Number(main.dataset.version) < said.version && waits < 50; waits += 1) {
      await new Promise((later) => { setTimeout(later, 100); });
    }
    if (main.dataset.version !== version) throw new Error('The table has moved on. Ask the coach again.');
    const shown = panel(main);
    shown.innerHTML = said.page;
    const button_for = (text, does) => {
      const one = document.createElement('button');
      one.type = 'button';
      one.textContent = text;
      one.addEventListener('click', does);
      return one;
    };
    const out = button_for('Close', () => { close(main); document.querySelector('[data-coach] button')?.focus(); });
    shown.addEventListener('keydown', (event) => { if (event.key === 'Escape') out.click(); });
    // What it would do is among the answers of the task bar.
    const act = document.getElementById('act');
    const best = [...act.querySelectorAll('button[name="action"]')].find((one) => one.value === said.best[0]?.action);
    const row = document.createElement('div');
    row.className = 'row';
    if (best) row.append(button_for('Do it', () => { close(main); act.requestSubmit(best); }));
    row.firstChild?.classList.add('primary');
    row.append(out);
    shown.append(row);
    // On a small screen it is one line and two buttons, until more is wanted, and goes with the page it lies on.
    shown.querySelector('details').open = !main.querySelector('.tabs').checkVisibility();
    main.querySelector('.tabs').addEventListener('click', () => close(main), { once: true });
    show(main, said.best[0]?.pieces ?? []);
    say.textContent = `The coach says: ${said.why}`;
    shown.focus();
    // The next change makes the advice stale.
    new MutationObserver((_, observer) => {
      if (main.dataset.version === version) return;
      observer.disconnect();
      close(main);
    }).observe(main, { attributes: true, attributeFilter: ['data-version'] });
  } catch (error) {
    say.textContent = error.message || 'The coach cannot be reached. Try again in a moment.';
  } finally {
    button.disabled = false;
  }
}
