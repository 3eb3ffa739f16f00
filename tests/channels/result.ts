/** What a part came to: whether every promise was kept, and the figures that show it. */
export type Result = { isKept: boolean; figures: string };
