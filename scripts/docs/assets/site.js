// Theme, search, copying, and the menu on small screens. The pages can be read without any of it.
const root = document.currentScript?.dataset.root ?? '';

const themeButton = document.querySelector('button.theme');
const isDark = () => {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
};
const nameTheme = () => {
  themeButton.textContent = isDark() ? 'Light' : 'Dark';
  themeButton.setAttribute('aria-label', `Use the ${isDark() ? 'light' : 'dark'} theme`);
};
themeButton.hidden = false;
nameTheme();
themeButton.addEventListener('click', () => {
  const next = isDark() ? 'light' : 'dark';
  document.documentElement.dataset.theme = next;
  try {
    localStorage.setItem('theme', next);
  } catch {
    // It lasts for this page then.
  }
  nameTheme();
});

const menu = document.querySelector('nav.menu > details');
if (matchMedia('(max-width: 60rem)').matches) menu.open = false;
else document.querySelector('nav.menu [aria-current]')?.scrollIntoView({ block: 'nearest' });

for (const block of document.querySelectorAll('pre')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  const say = (text) => {
    button.textContent = text;
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
  };
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(block.querySelector('code').textContent).then(
      () => say('Copied'),
      () => say('Select it by hand'),
    );
  });
  const frame = document.createElement('div');
  frame.className = 'block';
  block.replaceWith(frame);
  frame.append(block, button);
}

const field = document.getElementById('search');
const list = document.getElementById('found');
field.parentElement.hidden = false;

let loading;
const loadIndex = () => {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${root}assets/search-index.js`;
    script.onload = () => resolve(window.searchIndex);
    script.onerror = reject;
    document.head.append(script);
  });
  return loading;
};

// Every word must be somewhere; in a title it counts most, in a heading more than in the text.
const scoreOf = (place, words) => {
  let score = place.heading ? 0 : 1;
  for (const word of words) {
    const [page, heading, text] = [place.page, place.heading, place.text].map((one) => one.toLowerCase());
    const points = (heading.includes(word) ? 6 : 0) + (page.includes(word) ? 4 : 0) + (text.includes(word) ? 1 : 0);
    if (points === 0) return 0;
    score += points + (heading.startsWith(word) || page.startsWith(word) ? 3 : 0);
  }
  return score;
};

const row = (place, index) => {
  const item = document.createElement('li');
  item.id = `found-${index}`;
  item.setAttribute('role', 'option');
  const link = document.createElement('a');
  link.href = root + place.url;
  link.tabIndex = -1;
  const title = document.createElement('strong');
  title.textContent = place.heading || place.page;
  const where = document.createElement('span');
  where.textContent = place.heading ? place.page : place.text.slice(0, 90);
  link.append(title, where);
  item.append(link);
  return item;
};

let chosen = -1;
const choose = (next) => {
  const rows = [...list.children];
  if (rows.length === 0) return;
  chosen = (next + rows.length) % rows.length;
  for (const [index, one] of rows.entries()) one.setAttribute('aria-selected', String(index === chosen));
  field.setAttribute('aria-activedescendant', rows[chosen].id);
  rows[chosen].scrollIntoView({ block: 'nearest' });
};

const show = (rows) => {
  chosen = -1;
  field.removeAttribute('aria-activedescendant');
  list.replaceChildren(...rows);
  list.hidden = rows.length === 0;
  field.setAttribute('aria-expanded', String(!list.hidden));
};

const search = async () => {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return show([]);
  const places = await loadIndex();
  const best = places
    .map((place) => ({ place, score: scoreOf(place, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, 12);
  const none = document.createElement('li');
  none.textContent = 'Nothing found. Try fewer or other words.';
  show(best.length > 0 ? best.map(({ place }, index) => row(place, index)) : [none]);
};

field.addEventListener('input', () => void search());
field.addEventListener('focus', () => void loadIndex());
field.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown') choose(chosen + 1);
  else if (event.key === 'ArrowUp') choose(chosen - 1);
  else if (event.key === 'Enter') list.children[Math.max(chosen, 0)]?.querySelector('a')?.click();
  else if (event.key === 'Escape') show([]);
  else return;
  event.preventDefault();
});
document.addEventListener('click', (event) => {
  if (!event.target.closest('.search')) show([]);
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.closest('input, textarea')) return;
  event.preventDefault();
  field.focus();
});
