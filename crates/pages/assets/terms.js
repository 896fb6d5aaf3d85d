// The words of the rulebook in what a page says: each tells in short what it means, by pointer, by keys or by finger.
// The rulebook writes its words with capitals, or small throughout; names of cards and players are left alone.
const MOST = 12;
const SMALL = /^(?:The|An?|Your?|Each|Every|Any|No|One|Two|Three|All|This|That|If|When|With|For|At|To|In|On|Of|By|After|Before|Choose|Pick|Take|Only|Their|Its|First|Last)$/;
// Exempt parts: buttons, names, and emphasis; in the line with the aim emphasis is no name.
const LEFT = 'a, b, button, code, .named, .origin';
const LEFT_IN_AIM = 'a, button, code, .who, .client-name';
// Places with words: the question, the coach's words and advice, and the story at the end. Then the aim and the task,
// in bold; and the titles, in which a word may be small.
const SAID = '#asks > span, #coach .bubble > :is(p:not(.todo), h3), #coach .bubble li, #advice .why, #advice li > span:last-child, .desktop .empty, .verdict, .had-coach, .highlights :is(h4, p), .compared th, .standings .hint';
const BOLD = '.aim, #coach .todo';
const TITLES = '.bar h2, .bar > .tally, .band h2, h2.bar > span';
let tip;
let shown;
let due;

// Marks the words on a table, at all later changes as well, or on a page of rules.
export async function explainTerms(game, main) {
  const terms = await words(game);
  if (!terms) return;
  if (!main) {
    for (const chapter of document.querySelectorAll('.clauses')) {
      const seen = new Set();
      for (const line of chapter.querySelectorAll('p')) mark(line, terms, seen);
    }
    return listen(document);
  }
  const log = [];
  // What has no word in it is not searched again.
  const without = new WeakMap();
  const markAll = (places, words, left) => {
    for (const part of main.querySelectorAll(places)) {
      if (part.querySelector('.term') || without.get(part) === part.textContent) continue;
      if (!mark(part, words, new Set(), left).length) without.set(part, part.textContent);
    }
  };
  const titles = { ...terms, find: new RegExp(terms.find.source, 'gi') };
  const sweep = () => {
    markAll(SAID, terms);
    markAll(BOLD, terms, LEFT_IN_AIM);
    markAll(TITLES, titles);
    for (const stamp of main.querySelectorAll('.spec:not([data-told])')) tell(stamp, terms);
    for (const line of main.querySelectorAll('#lines > li:not([data-read])')) {
      line.dataset.read = '';
      for (const made of mark(line, terms, new Set())) {
        const before = log.findIndex((old) => old.term === made.term);
        if (before >= 0) plain(log.splice(before, 1)[0]);
        log.push(made);
      }
    }
    while (log.length > MOST) plain(log.shift());
  };
  sweep();
  const observer = new MutationObserver(() => { sweep(); observer.takeRecords(); });
  observer.observe(main, { childList: true, subtree: true });
  document.addEventListener('card', ({ detail }) => detail.append(wordsOf(detail, terms)));
  listen(main);
}

// A Specialty on a List says what it is. It can be gone to with the List alone, whose card tells it, too.
function tell(stamp, { of }) {
  stamp.dataset.told = '';
  const term = of(stamp.querySelector('.unseen').textContent.trim());
  if (term) stamp.title = `${term.term}. ${term.says} ${term.clause}`;
}

// The words on a card that is read large, in a sentence each: nothing on it can be pointed at.
function wordsOf(card, { find, of }) {
  const list = document.createElement('dl');
  list.className = 'words';
  const seen = new Set();
  for (const part of card.querySelectorAll('.kind, .corner > .unseen, .body, .stamps, .whole-list > b')) {
    for (const [word] of part.textContent.matchAll(find)) {
      const term = of(word);
      if (!term || seen.has(term)) continue;
      seen.add(term);
      const [name, says, clause] = ['dt', 'dd', 'small'].map((tag) => document.createElement(tag));
      name.textContent = term.term;
      clause.textContent = term.clause;
      says.append(`${/^.+?[.](?= |$)/.exec(term.says)?.[0] ?? term.says} `, clause);
      list.append(name, says);
    }
  }
  return list;
}

// The words with the pattern that finds them, longest first.
async function words(game) {
  try {
    const answer = await fetch(`/rules/${game}/glossary`, { headers: { Accept: 'application/json' } });
    if (!answer.ok) return null;
    const terms = new Map();
    for (const term of await answer.json()) terms.set(term.term.toLowerCase(), { ...term, game });
    const form = (term) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/y$/, '(?:y|ies)').replace(/[^y)]$/, '$&s?');
    const forms = [...terms.values()].map(({ term }) => term).sort((one, other) => other.length - one.length).map(form);
    const find = new RegExp(`(?<![\\w-])(?:${forms.join('|')})(?![\\w-])`, game === 'spammers' ? 'g' : 'gi');
    const of = (word) => [word, word.replace(/s$/i, ''), word.replace(/ies$/i, 'y')].map((one) => terms.get(one.toLowerCase())).find(Boolean);
    return { find, of };
  } catch {
    return null;
  }
}

// Makes buttons of the words in a text that were not seen yet.
function mark(root, { find, of }, seen, left = LEFT) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, (node) => (node.parentElement.closest(left) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT));
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  const made = [];
  for (const text of texts) {
    const quoted = [...text.data.matchAll(/'(.+?)'(?=[\s.,:;]|$)/g)].map((name) => [name.index, name.index + name[0].length]);
    const parts = [];
    let done = 0;
    for (const { 0: word, index } of text.data.matchAll(find)) {
      const term = of(word);
      if (!term || seen.has(term.term) || quoted.some(([from, to]) => index >= from && index < to) || partOfName(text.data, index, word)) continue;
      seen.add(term.term);
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'term';
      button.textContent = word;
      button.setAttribute('aria-description', term.says);
      button.of = term;
      made.push({ term: term.term, button });
      const [after] = /^[.,:;!?)]*/.exec(text.data.slice(index + word.length));
      parts.push(text.data.slice(done, index), after ? together(button, after) : button);
      done = index + word.length + after.length;
    }
    if (parts.length) text.replaceWith(...parts, text.data.slice(done));
  }
  return made;
}

// A word and what stands right after it: no line ends between them.
function together(button, after) {
  const span = document.createElement('span');
  span.className = 'together';
  span.append(button, after);
  return span;
}

// Whether it stands among other capitals, as in the name of a card.
function partOfName(text, index, word) {
  if (!/^[A-Z]/.test(word)) return false;
  if (/^ [A-Z]/.test(text.slice(index + word.length))) return true;
  const before = /(^|[.:;!?] )?([A-Z][\w'-]*) $/.exec(text.slice(0, index));
  return Boolean(before && before[1] === undefined && !SMALL.test(before[2]) && !before[2].endsWith("'s"));
}

function plain({ button }) {
  const word = button.closest('.together') ?? button;
  const line = word.parentNode;
  if (button === shown) hide();
  word.replaceWith(word.textContent);
  line?.normalize();
}

function listen(root) {
  const term = (event) => event.target.closest?.('.term');
  root.addEventListener('pointerover', (event) => {
    if (event.pointerType === 'touch') return;
    clearTimeout(due);
    if (event.target.closest?.('.term-tip')) return;
    const button = term(event);
    due = setTimeout(() => (button ? show(button) : hide()), button ? 200 : 150);
  });
  root.addEventListener('focusin', (event) => {
    if (term(event)?.matches(':focus-visible')) show(term(event));
    else if (shown && !event.target.closest('.term-tip')) hide();
  });
  root.addEventListener('click', (event) => { if (term(event)) show(term(event)); });
}

function show(button) {
  if (!button.isConnected) return;
  if (!tip) {
    tip = document.createElement('div');
    tip.className = 'term-tip';
    tip.popover = 'auto';
    tip.setAttribute('role', 'note');
    (document.getElementById('table') ?? document.body).append(tip);
  }
  const { term, says, clause, game } = button.of;
  const name = document.createElement('b');
  name.textContent = `${term}.`;
  const link = document.createElement('a');
  link.href = `/rules/${game}#${clause}`;
  link.textContent = clause;
  tip.replaceChildren(name, ` ${says} `, link);
  tip.showPopover();
  shown = button;
  const at = button.getBoundingClientRect();
  tip.style.left = `${Math.max(8, Math.min(at.left, innerWidth - tip.offsetWidth - 8))}px`;
  const above = at.bottom + tip.offsetHeight + 10 > innerHeight;
  tip.style.top = `${Math.max(8, above ? at.top - tip.offsetHeight - 4 : at.bottom + 4)}px`;
}

function hide() {
  shown = null;
  if (tip?.matches(':popover-open')) tip.hidePopover();
}
