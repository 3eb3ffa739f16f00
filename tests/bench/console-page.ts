/**
 * Runs in the page, as `window.bench`. An action happens where browsers deliver input: at the begin of a frame. Its result is looked for
 * before that frame is painted, then at the begin of each further one, so nothing of the driver is measured. A time ends with the first task
 * after the frame that has the result: it runs when that frame has been painted.
 */
export const PAGE_SCRIPT = `(() => {
  const LIMIT_MS = 30000;
  const MICROTASKS = 100;
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const { port1, port2 } = new MessageChannel();
  const waiting = [];
  port1.onmessage = () => waiting.shift()();
  const painting = () => new Promise((resolve) => port2.postMessage(waiting.push(resolve)));
  const list = () => document.querySelector('section[aria-label="Chat list"]');
  const thread = () => document.querySelector('section[aria-label="Messages"]');
  const box = () => document.querySelector('textarea[aria-label^="Reply to"]');
  const progress = () => document.querySelector('section[aria-label="Progress now"]');
  const button = (name) => [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === name);
  const graphBox = (id) => document.querySelector('.react-flow__node[data-id="' + id + '"]');
  const formText = () => document.querySelector('aside textarea');
  let moved;
  const sendButton = () => [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === 'Send');

  async function painted(holds, what) {
    const startedAt = performance.now();
    do {
      if (performance.now() - startedAt > LIMIT_MS) throw new Error(what + ': not within 30 s');
      await frame();
    } while (!holds());
    await painting();
  }
  async function timed(act, holds, what) {
    await frame();
    const startedAt = performance.now();
    act();
    for (let n = 0; n < MICROTASKS && !holds(); n++) await null;
    await (holds() ? painting() : painted(holds, what));
    return performance.now() - startedAt;
  }
  /** Whether a row is where the person looks: in the middle of a scrolling area. */
  function isFilled(area, row) {
    const { left, top, width, height } = area.getBoundingClientRect();
    return document.elementsFromPoint(left + width / 2, top + height / 2).some((one) => one.closest(row));
  }
  const isOpen = (name) =>
    document.querySelector('section[aria-label="Chat with ' + name + '"] section[aria-label="Messages"] [data-index]') !== null;
  const scrolled = (area, row, byPx) => {
    const before = area.scrollTop;
    return timed(() => area.scrollBy(0, byPx), () => area.scrollTop !== before && isFilled(area, row), 'scroll');
  };

  window.bench = {
    isUsable: () => Boolean(list() && list().querySelector('a') && box() && thread()),
    canOpen: (id) => list() !== null && list().querySelector('a[href*="' + id + '"]') !== null,
    open: (id, name) => timed(() => list().querySelector('a[href*="' + id + '"]').click(), () => isOpen(name), 'open ' + name),
    scrollList: (byPx) => scrolled(list(), 'li', byPx),
    scrollThread: (byPx) => scrolled(thread(), '[data-index]', byPx),
    toTop: () => list().scrollTo(0, 0),
    threadTop: () => thread().scrollTop,
    type: (letter) => {
      const wanted = box().value + letter;
      box().focus();
      return timed(() => document.execCommand('insertText', false, letter), () => box().value === wanted, 'type');
    },
    send: (text) => timed(() => sendButton().click(), () => thread().textContent.includes(text), 'send'),
    text: () => box().value,
    isCampaignShown: () => progress() !== null && /\\d/.test(progress().textContent),
    /** Returns how often the progress changed: changes of one frame count once, because they are painted together. */
    countUpdates: async (forMs) => {
      let updates = 0;
      let isCounted = false;
      const observer = new MutationObserver(() => {
        if (isCounted) return;
        isCounted = true;
        updates++;
        requestAnimationFrame(() => {
          isCounted = false;
        });
      });
      observer.observe(progress(), { childList: true, characterData: true, attributes: true, subtree: true });
      await new Promise((resolve) => setTimeout(resolve, forMs));
      observer.disconnect();
      return updates;
    },
    /** Clicks a button and waits until another one has taken its place. */
    clickButton: (name, next) => timed(() => button(name).click(), () => button(next) !== undefined, 'click ' + name),
    hasBox: (id) => graphBox(id) !== null,
    hasForm: () => formText() !== null,
    /** Waits for the next movement of the pointer, and takes the time from it until the box is painted at another place. */
    watchDrag: (id) => {
      const before = graphBox(id).style.transform;
      moved = new Promise((resolve, reject) => {
        const isMoved = () => graphBox(id).style.transform !== before;
        const measure = ({ timeStamp }) => painted(isMoved, 'drag').then(() => resolve(performance.now() - timeStamp), reject);
        window.addEventListener('pointermove', measure, { capture: true, once: true });
      });
    },
    dragTime: () => moved,
    typeInForm: (id, letter) => {
      const wanted = formText().value + letter;
      formText().focus();
      formText().setSelectionRange(wanted.length, wanted.length);
      const isShown = () => formText().value === wanted && graphBox(id).textContent.includes(wanted.slice(0, 80).trimEnd());
      return timed(() => document.execCommand('insertText', false, letter), isShown, 'type in the form');
    },
    /** Returns the time of the clock at which the text was painted. */
    shownAt: async (text) => {
      await painted(() => thread() !== null && thread().textContent.includes(text), text);
      return Date.now();
    },
  };
})()`;
