import type { Route } from './route.ts';

/** What a call is about: the kind of thing, where its id stands in the path, and the row that shows it. */
export type Subject = {
  type: string;
  /** The call makes it, so that its id is in the answer. */
  isNew: boolean;
  /** The call takes it away, so that there is nothing to show afterwards. */
  isDeleted: boolean;
  /** Null where the tenant has only one of it. */
  param: string | null;
  reader: Route | undefined;
};

/** Read from the paths alone, so that a new row needs to say nothing about it. */
export function subjectOf(route: Route, all: readonly Route[]): Subject {
  const list = /\/(\w+s)$/.exec(route.path)?.[1];
  const isNew = route.method === 'POST' && list !== undefined && (route.status === 201 || !route.path.includes(':'));
  if (isNew) return { type: itemOf(route.path, list, all), isNew, isDeleted: false, param: null, reader: undefined };
  const { param, reader } = longestReadable(route.path, all);
  const type = param === null ? (route.path.split('/').at(-1) ?? '') : typeOf(param);
  return { type, isNew, isDeleted: route.method === 'DELETE' && (!reader || reader.path === route.path), param, reader };
}

/** `/teams/:teamId/members/:userId` is about the team: it is the longest beginning that a row shows. */
function longestReadable(path: string, all: readonly Route[]): Pick<Subject, 'param' | 'reader'> {
  const reader = (path: string) => all.find((row) => row.path === path && row.method === 'GET' && !row.stream && !row.bytes);
  const beginnings = [...path.matchAll(/:(\w+)/g)].map(({ 1: param = '', index }) => ({
    param,
    reader: reader(path.slice(0, index + param.length + 1)),
  }));
  return beginnings.findLast(({ reader }) => reader) ?? beginnings.at(-1) ?? { param: null, reader: reader(path) };
}

/** One of a list is called as the row that takes its id calls it; where there is none, by the word for one of the list. */
function itemOf(path: string, list: string, all: readonly Route[]): string {
  const param = all.map((row) => row.path).find((other) => other.startsWith(`${path}/:`) && /:\w+$/.test(other));
  return param ? typeOf(param.slice(path.length + 2)) : list.replace(/ies$/, 'y').replace(/s$/, '');
}

const typeOf = (param: string): string => param.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
