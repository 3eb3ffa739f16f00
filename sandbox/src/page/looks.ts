export const STYLE = `
:root{color-scheme:light dark;--ink:#1d2433;--paper:#f5f6f9;--card:#fff;--line:#dde1ea;--own:#d8f3e3;--soft:#68728a}
@media(prefers-color-scheme:dark){:root{--ink:#e6e9f2;--paper:#12151d;--card:#1b202c;--line:#2c3344;--own:#1d4633;--soft:#97a1b8}}
*{box-sizing:border-box}body{margin:0;font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
header,main{max-width:1100px;margin:auto;padding:1rem}header{display:flex;justify-content:space-between;align-items:baseline}
h1{font-size:1.3rem;margin:0}h2{font-size:1.05rem;margin:0}h3{font-size:.9rem;margin:0 0 .4rem}p{margin:.2rem 0;color:var(--soft);font-size:.85rem}
section{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1rem;margin-bottom:1rem}
b{font-size:.75rem;padding:.15rem .5rem;border-radius:99px;color:#fff;background:#5b6b8c}
.people{display:grid;grid-template-columns:repeat(auto-fill,minmax(280px,1fr));gap:.8rem;margin:.8rem 0}
article{border:1px solid var(--line);border-radius:10px;padding:.7rem;cursor:pointer}article h3 i{color:#d33a4c}
ol{list-style:none;margin:0;padding:0;max-height:260px;overflow:auto;display:flex;flex-direction:column;gap:.3rem}
li{max-width:85%;padding:.3rem .6rem;border-radius:10px;background:var(--paper);overflow-wrap:anywhere}
li.business{align-self:flex-end;background:var(--own)}time{font-size:.7rem;color:var(--soft);margin-left:.5rem}
form{display:flex;gap:.5rem;flex-wrap:wrap}input,button{font:inherit;padding:.45rem .7rem;border-radius:8px;border:1px solid var(--line);background:var(--paper);color:inherit}
input[name=text]{flex:1;min-width:12rem}button{background:#2f6fd6;color:#fff;border:0;cursor:pointer}pre{overflow:auto;background:var(--paper);padding:.8rem;border-radius:8px}
`;

/** Posts the form to the control API, and reloads the page content every two seconds unless a form has input. */
export const SCRIPT = `
const main = document.getElementById('main');
const scroll = () => document.querySelectorAll('ol').forEach((list) => { list.scrollTop = list.scrollHeight; });
const writing = () => [...document.querySelectorAll('input')].some((input) => input.value !== '');
async function refresh() {
  const page = new DOMParser().parseFromString(await (await fetch('/')).text(), 'text/html');
  main.replaceChildren(...page.getElementById('main').childNodes);
  scroll();
}
addEventListener('click', (event) => {
  const person = event.target.closest('article');
  if (person) person.closest('section').querySelector('[name=from]').value = person.dataset.from;
});
addEventListener('submit', async (event) => {
  event.preventDefault();
  const account = event.target.closest('section').dataset.account;
  const message = Object.fromEntries([...new FormData(event.target)].filter(([, value]) => value !== ''));
  const reply = await fetch('/_sandbox/accounts/' + encodeURIComponent(account) + '/phone', {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(message) });
  if (!reply.ok) return alert((await reply.json()).error);
  event.target.reset();
  setTimeout(refresh, 300);
});
setInterval(() => writing() || refresh(), 2000);
scroll();
`;
