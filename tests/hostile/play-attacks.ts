export const playAttacks = async (_only?: string) => ({ attacks: 0, stalls: 0, slowed: 0 });
