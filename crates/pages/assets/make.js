// An element of this kind and class, with these parts in it.
export const make = (tag, name, ...inside) => {
  const made = document.createElement(tag);
  if (name) made.className = name;
  made.append(...inside);
  return made;
};
