/** The result of a part: whether it passed, and its figures. */
export type Result = { isKept: boolean; figures: string };
