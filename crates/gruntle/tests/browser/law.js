// The law of sizes: the faults of the page as it is shown now, as sentences. The first argument says whether it is a
// phone, the second whether the page is a table, which never scrolls as a whole.
const [phone, table] = arguments;
// A phone shows all of a page that is too wide, drawn smaller: its own size is that of the screen.
const { clientWidth: width, clientHeight: height } = document.documentElement;
const lying = width > height;
const SMALLEST = phone ? 44 : 24;
const SMALLEST_PORT = lying ? 36 : 40;
const IN_TEXT = 24;
const SLACK = 0.6;
const faults = new Set();

const words = (part) => (part.getAttribute?.('aria-label') ?? part.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 32);
const name = (part) => {
    const piece = part.closest?.('[data-piece]')?.dataset.piece;
    const kind = (part.className?.baseVal ?? part.className ?? '').toString().split(' ').slice(0, 2).join('.');
    return `${part.tagName.toLowerCase()}${part.id ? `#${part.id}` : ''}${kind ? `.${kind}` : ''}${piece ? `@${piece}` : ''} "${words(part)}"`;
};
const round = (...numbers) => numbers.map((number) => Math.round(number)).join('×');

// Whether the part can be seen: text for screen readers alone is no part of the law.
const known = new Map();
const isSeen = (part) => {
    if (!part || part === document.body) return true;
    if (!known.has(part)) {
        const style = getComputedStyle(part);
        known.set(part, style.clipPath !== 'inset(50%)' && style.opacity !== '0' && style.visibility !== 'hidden' && isSeen(part.parentElement));
    }
    return known.get(part);
};
const seen = (part) => part.checkVisibility() && isSeen(part) && part.getBoundingClientRect().width > 0;

// The boxes that cut what lies in them, and among those the ones that can be scrolled.
const boxes = (part) => {
    const found = [];
    for (let box = part; box && box !== document.documentElement; box = box.parentElement) {
        const style = getComputedStyle(box);
        if (style.display === 'contents') continue;
        const scrolls = (value) => /auto|scroll/.test(value);
        if (style.overflowX !== 'visible' || style.overflowY !== 'visible') {
            const { left, top, right, bottom } = box.getBoundingClientRect();
            found.push({ box, left, top, right, bottom, x: style.overflowX !== 'visible', y: style.overflowY !== 'visible', scrollsX: scrolls(style.overflowX), scrollsY: scrolls(style.overflowY) });
        }
        if (style.position === 'fixed') break;
    }
    return found;
};
const within = (rect, cuts) => {
    let { left, top, right, bottom } = rect;
    for (const cut of cuts) {
        if (cut.x) { left = Math.max(left, cut.left); right = Math.min(right, cut.right); }
        if (cut.y) { top = Math.max(top, cut.top); bottom = Math.min(bottom, cut.bottom); }
    }
    return { left: Math.max(left, 0), top: Math.max(top, 0), right: Math.min(right, width), bottom: Math.min(bottom, height) };
};
const hit = (part, x, y) => {
    const there = document.elementFromPoint(x, y);
    if (!there || there === part || part.contains(there) || there.contains(part)) return null;
    if (there.closest('label')?.contains(part)) return null;
    // Another piece that can be picked on its own may lie on a piece.
    const piece = part.closest('[data-piece]');
    return piece && piece === there.closest('[data-piece]') ? null : there;
};

// Nothing scrolls sideways, and a table scrolls in its zones alone.
const sideways = Math.max(document.documentElement.scrollWidth, document.body.scrollWidth);
if (sideways > width + 1) faults.add(`the page is ${sideways} wide, the screen ${width}`);
if (table && document.body.scrollHeight > height + 1) faults.add(`the table is ${document.body.scrollHeight} high, the screen ${height}`);

// Targets: large enough, on the screen or where a zone scrolls to, and under nothing.
const open = document.querySelector(':popover-open, dialog[open], .pulled, .chatting .chat, #advice');
const root = open ?? document;
const TARGETS = 'button, a.button, summary, input:not([type=hidden]), select, textarea';
// A toast may cover texts, but no targets.
const told = [...document.querySelectorAll('.toast')].filter(seen).map((toast) => ({ toast, box: toast.getBoundingClientRect() }));
const under = (part, x, y) => told.find(({ toast, box }) => !toast.contains(part) && x > box.left && x < box.right && y > box.top && y < box.bottom)?.toast;
const targets = [...root.querySelectorAll(TARGETS)].filter((part) => {
    if (!seen(part) || part.disabled || part.closest('[inert]')) return false;
    if (part.matches('.term, .named') || getComputedStyle(part).pointerEvents === 'none') return false;
    // What cannot be picked only says why; a pile's height opens what a finger that rests opens, too.
    if (part.matches('.pick')) return part.parentElement.matches('.lit');
    return !part.closest('.pile, #lines, .foot, .top, .skip');
});
for (const target of targets) {
    const piece = target.matches('.pick') ? target.parentElement : target;
    const label = target.matches('input[type=checkbox], input[type=radio]') ? target.closest('label') ?? target : piece;
    const rect = label.getBoundingClientRect();
    const least = piece.matches('.port') ? (phone ? SMALLEST_PORT : IN_TEXT) : target.closest('.more') ? IN_TEXT : SMALLEST;
    if (rect.width < least - SLACK || rect.height < least - SLACK) faults.add(`too small, ${round(rect.width, rect.height)}: ${name(target)}`);
    const cuts = boxes(label.parentElement ?? label);
    const { left, top, right, bottom } = within(rect, cuts);
    const scrolls = cuts.some(({ scrollsX, scrollsY }) => scrollsX || scrollsY) || !table;
    if (right - left < 8 || bottom - top < 8) {
        if (!scrolls) faults.add(`off screen: ${name(target)} at ${round(rect.left, rect.top)}`);
        continue;
    }
    if (!scrolls && (rect.left < -1 || rect.top < -1 || rect.right > width + 1 || rect.bottom > height + 1)) faults.add(`partly off screen: ${name(target)} ends at ${round(rect.right, rect.bottom)}`);
    const over = under(label, (left + right) / 2, (top + bottom) / 2) ?? hit(label, (left + right) / 2, (top + bottom) / 2);
    // A bar at the foot of a page that scrolls lies over the targets that are scrolled under it.
    if (over && !(over.closest('.doors') && !table)) faults.add(`under ${name(over)}: ${name(target)}`);
}
// Links and words in a text.
for (const link of root.querySelectorAll('main a[href]:not(.button), main .term')) {
    if (!seen(link) || link.closest('.pile, svg')) continue;
    // The invisible target area behind the word counts.
    const high = Math.max(parseFloat(getComputedStyle(link, '::after').height) || 0, ...[...link.getClientRects()].map((rect) => rect.height));
    if (high < IN_TEXT - SLACK) faults.add(`a word of ${Math.round(high)} px: ${name(link)}`);
    // It drives no lines apart.
    const tall = link.getBoundingClientRect().height;
    if (link.matches('.term') && getComputedStyle(link).writingMode === 'horizontal-tb' && tall > 2 * parseFloat(getComputedStyle(link).fontSize)) faults.add(`a line of ${Math.round(tall)} px: ${name(link)}`);
}

// Texts: whole, unbroken, and apart.
// A way to read the whole where it stands: a title, a sheet that is pulled up, or a piece that is held to be read.
const READ = '[title], .list h3, .list .state small, .scam h3, .card h3, .machine';
const isRead = (part) => Boolean(part.closest(READ)) || Boolean(part.closest('.bubble') && document.querySelector('[data-pull]')?.checkVisibility());
const pieces = [];
const walk = document.createTreeWalker(open ?? document.body, NodeFilter.SHOW_TEXT);
for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const text = node.textContent.trim();
    const part = node.parentElement;
    if (!text || part.closest('script, style, noscript, svg, option, [hidden], template') || !seen(part)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const whole = range.getBoundingClientRect();
    if (!whole.width || !whole.height) continue;
    for (const word of node.textContent.matchAll(/[\p{L}\p{N}’']+/gu)) {
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        if (new Set([...range.getClientRects()].map((rect) => Math.round(rect.top))).size > 1 && !part.closest('code, .url, .code')) faults.add(`broken word "${word[0]}" in ${name(part)}`);
    }
    range.selectNodeContents(node);
    const cuts = boxes(part);
    for (const cut of cuts) {
        if (cut.box === document.body) break;
        const across = cut.x && (whole.left < cut.left - 1.5 || whole.right > cut.right + 1.5);
        const below = cut.y && (whole.top < cut.top - 3 || whole.bottom > cut.bottom + 3);
        if (across && cut.scrollsX || below && cut.scrollsY) break;
        if ((across || below) && !isRead(part)) { faults.add(`cut: "${text.slice(0, 40)}" in ${name(cut.box)}`); break; }
        if (cut.scrollsX || cut.scrollsY) break;
    }
    for (const rect of range.getClientRects()) {
        const { left, top, right, bottom } = within(rect, cuts);
        if (right - left < 3 || bottom - top < 3) continue;
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        const there = document.elementFromPoint(x, y);
        const piece = part.closest('[data-piece]');
        const apart = there && !there.contains(part) && !part.contains(there) && !(piece && there.closest('[data-piece]') === piece);
        if (!apart && !under(part, x, y)) pieces.push({ left, top, right, bottom, part, text });
    }
}
// A text that is scrolled goes under what stays in its place, such as the head of a row.
const stands = (part, x, y) => {
    for (let box = document.elementFromPoint(x, y); box && !box.contains(part); box = box.parentElement) {
        if (getComputedStyle(box).position === 'sticky') return false;
    }
    return true;
};
for (const [at, one] of pieces.entries()) {
    for (const other of pieces.slice(at + 1)) {
        if (one.part === other.part || one.part.contains(other.part) || other.part.contains(one.part)) continue;
        const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        const [x, y] = [Math.max(one.left, other.left) + across / 2, Math.max(one.top, other.top) + down / 2];
        if (across > 2 && down > 4 && stands(one.part, x, y) && stands(other.part, x, y)) faults.add(`texts overlap: "${one.text.slice(0, 24)}" and "${other.text.slice(0, 24)}" in ${name(one.part)}`);
    }
}
return [...faults];
