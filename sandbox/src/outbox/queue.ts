/** A FIFO queue that does not move its items at every take: a backlog can have a hundred thousand items. */
export type Queue<T> = { add: (item: T) => void; take: () => T | undefined; size: () => number };

const ROOM_BEFORE_TIDYING = 1024;

export function createQueue<T>(): Queue<T> {
  let items: (T | undefined)[] = [];
  let head = 0;
  return {
    add: (item) => {
      items.push(item);
    },
    take: () => {
      if (head === items.length) return undefined;
      const item = items[head];
      items[head++] = undefined;
      if (head > ROOM_BEFORE_TIDYING && head * 2 > items.length) {
        items = items.slice(head);
        head = 0;
      }
      return item;
    },
    size: () => items.length - head,
  };
}
