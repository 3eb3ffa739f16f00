/**
 * Returns whether an SPDX expression can be satisfied by allowed licences alone: one side of OR is enough, AND needs both.
 * Text that is no expression is not allowed.
 */
export function isAllowedExpression(expression: string, isAllowed: (licence: string) => boolean): boolean {
  const words = expression.match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const either = (): boolean => {
    let value = both();
    while (words[at] === 'OR') {
      at++;
      value = both() || value;
    }
    return value;
  };
  const both = (): boolean => {
    let value = one();
    while (words[at] === 'AND') {
      at++;
      value = one() && value;
    }
    return value;
  };
  const one = (): boolean => {
    const word = words[at++];
    if (word !== '(') return word !== undefined && isAllowed(word);
    const value = either();
    return words[at++] === ')' && value;
  };
  const value = either();
  return value && at === words.length;
}
