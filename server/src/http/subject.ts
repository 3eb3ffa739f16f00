import type { Route } from './route.ts';

/** The resource of a call: its type, the path parameter with its id, and the route that reads it. */
export type Subject = {
  type: string;
  /** The call creates the resource: its id is in the response. */
  isNew: boolean;
  /** The call deletes the resource. */
  isDeleted: boolean;
  /** Null when the tenant has only one such resource. */
  param: string | null;
  reader: Route | undefined;
};

/** Derives the resource from the paths alone, so that new routes need not declare it. */
export function subjectOf(route: Route, all: readonly Route[]): Subject {
  const list = /\/(\w+s)$/.exec(route.path)?.[1];
  const isNew = route.method === 'POST' && list !== undefined && (route.status === 201 || !route.path.includes(':'));
  if (isNew) return { type: itemOf(route.path, list, all), isNew, isDeleted: false, param: null, reader: undefined };
  const { param, reader } = longestReadable(route.path, all);
  const type = param === null ? (route.path.split('/').at(-1) ?? '') : typeOf(param);
  return { type, isNew, isDeleted: route.method === 'DELETE' && (!reader || reader.path === route.path), param, reader };
}

/** Returns the longest prefix of the path that a route reads: `/teams/:teamId/members/:userId` is about the team. */
function longestReadable(path: string, all: readonly Route[]): Pick<Subject, 'param' | 'reader'> {
  const reader = (path: string) => all.find((row) => row.path === path && row.method === 'GET' && !row.stream && !row.bytes);
  const beginnings = [...path.matchAll(/:(\w+)/g)].map(({ 1: param = '', index }) => ({
    param,
    reader: reader(path.slice(0, index + param.length + 1)),
  }));
  return beginnings.findLast(({ reader }) => reader) ?? beginnings.at(-1) ?? { param: null, reader: reader(path) };
}

/** Returns the type of an item of a list: the name of the parameter with its id, or else the singular of the list. */
function itemOf(path: string, list: string, all: readonly Route[]): string {
  const param = all.map((row) => row.path).find((other) => other.startsWith(`${path}/:`) && /:\w+$/.test(other));
  return param ? typeOf(param.slice(path.length + 2)) : list.replace(/ies$/, 'y').replace(/s$/, '');
}

const typeOf = (param: string): string => param.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
