import type { Account, Receipt, World } from '../environment.ts';

const MOST_RECEIPTS = 1_000;

export function noteReceipt(world: World, account: Account, receipt: Omit<Receipt, 'at'>): void {
  account.receipts.push({ ...receipt, at: new Date(world.clock.now()).toISOString() });
  if (account.receipts.length > MOST_RECEIPTS) account.receipts.shift();
}
