import { parse, stringify } from 'yaml';

/** The test lives this many times faster than an installation. */
export const FACTOR = 60;

const SECONDS: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 };

type Rule = { alert: string; expr: string; for?: string; annotations: { runbook_url: string } };
export type Rules = { groups: { name: string; interval?: string; rules: Rule[] }[] };

export const rulesOf = (text: string): Rule[] => (parse(text) as Rules).groups.flatMap(({ rules }) => rules);

/**
 * Returns the rules with every duration divided by the factor: the windows of the expressions and the time for which an alert must hold.
 * Thresholds and everything else stay as they are.
 */
export function scaleRules(text: string, factor = FACTOR): string {
  const { groups } = parse(text) as Rules;
  const scaled = groups.map((group) => ({ ...group, rules: group.rules.map((rule) => scaleRule(rule, factor)) }));
  return stringify({ groups: scaled });
}

const scaleRule = ({ for: holds, ...rule }: Rule, factor: number): Rule => ({
  ...rule,
  expr: scaleWindows(rule.expr, factor),
  ...(holds && { for: scale(holds, factor) }),
});

/** Divides the windows of an expression: `[5m]` becomes `[5s]`. */
export const scaleWindows = (expression: string, factor = FACTOR): string =>
  expression.replace(/\[(\w+)\]/g, (_, window: string) => `[${scale(window, factor)}]`);

function scale(duration: string, factor: number): string {
  const [, count, unit] = /^(\d+)([smhd])$/.exec(duration) ?? [];
  const seconds = (Number(count) * (SECONDS[unit ?? ''] ?? Number.NaN)) / factor;
  if (!Number.isInteger(seconds)) throw new Error(`${duration} cannot be divided by ${factor}`);
  return `${seconds}s`;
}
