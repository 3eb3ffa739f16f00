import { main, printFigures } from '../security/environment.ts';
import { measureGrowth } from './measure-growth.ts';
import { playAttacks } from './play-attacks.ts';
import { registry } from './registry.ts';

/**
 * Feeds every parser of outside input with inputs that aim at quadratic cost and double in size up to its limit, then sends the same
 * kinds of inputs to a running server while another tenant works. `ONLY=whatsapp` takes one parser, `PARTS=growth` one half.
 */
const only = process.env.ONLY;
const parts = (process.env.PARTS ?? 'growth,attacks').split(',');
const parsers = registry.filter(({ name }) => only === undefined || name === only);

await main(async () => {
  if (parsers.length === 0)
    throw new Error(`there is no parser ${only}; there are ${registry.map(({ name }) => name).join(' ')}`);
  const growth = parts.includes('growth') ? await measureGrowth(parsers) : { inputs: 0, superlinear: 0, stalls: 0 };
  const attacks = parts.includes('attacks') ? await playAttacks(only) : { attacks: 0, stalls: 0, slowed: 0 };
  const { inputs, superlinear } = growth;
  const stalls = growth.stalls + attacks.stalls;
  printFigures({ parsers: parsers.length, inputs, superlinear, attacks: attacks.attacks, stalls, slowed: attacks.slowed });
  return superlinear === 0 && stalls === 0 && attacks.slowed === 0;
});
