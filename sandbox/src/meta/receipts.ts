import type { Account, Environment, Receipt } from '../environment.ts';

const MOST_RECEIPTS = 1_000;

export function recordReceipt(environment: Environment, account: Account, receipt: Omit<Receipt, 'at'>): void {
  account.receipts.push({ ...receipt, at: new Date(environment.clock.now()).toISOString() });
  if (account.receipts.length > MOST_RECEIPTS) account.receipts.shift();
}
