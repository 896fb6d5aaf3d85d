// A number in pixels, out of the figures that every table page has.
const SVG = 'http://www.w3.org/2000/svg';

export function figures(value) {
  const text = String(value);
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', 'num');
  svg.setAttribute('viewBox', `0 0 ${text.length * 7 - 1} 8`);
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', text);
  for (const [place, letter] of [...text].entries()) {
    const use = document.createElementNS(SVG, 'use');
    use.setAttribute('href', `#n${letter === '-' ? 11 : letter}`);
    use.setAttribute('x', String(place * 7));
    svg.append(use);
  }
  return svg;
}
