import { Readable } from 'node:stream';
import { startExport, startImport } from '../../../server/src/domain/contact-imports/index.ts';
import { storeFile } from '../../../server/src/domain/files/index.ts';
import type { Ctx } from '../../../server/src/storage/context.ts';
import { seedContacts } from '../seed-contacts.ts';
import { newTenants, repeat, type Scenario, type Setup } from './scenario.ts';

/** One import or export of the busy tenant takes many pages; one of the measured tenant takes one. */
const LARGE = Number(process.env.LARGE ?? 20_000);
const SMALL = 10;
/** Imports that run at once have different contacts, so that they do not wait for each other's locks. */
const LARGE_FILES = 4;
const FIRST_PHONE = 351_910_000_000;

export const exportContacts: Scenario = {
  kind: 'export_contacts',
  mostPerSecond: 10,
  async open(setup, slowJobs) {
    const { busy, measured } = await newTenants(setup);
    await seedContacts(setup.client, busy.tenantId, LARGE);
    await seedContacts(setup.client, measured.tenantId, SMALL);
    await setup.client.query('vacuum (analyze) contacts, handles');
    const startOne = async (ctx: Ctx) => (await startExport(ctx, {})).id;
    return {
      busy,
      measured,
      countDone: () => countCompleted(setup, 'contact_exports', measured),
      enqueueSlow: () => repeat(slowJobs, () => startOne(busy)),
      enqueueOne: () => startOne(measured),
    };
  },
};

export const importContacts: Scenario = {
  kind: 'import_contacts',
  mostPerSecond: 10,
  async open(setup, slowJobs) {
    const { busy, measured } = await newTenants(setup);
    const small = await storeCsv(setup, measured, 0, SMALL);
    const large: string[] = [];
    for (let i = 0; i < LARGE_FILES; i++) large.push(await storeCsv(setup, busy, i * LARGE, LARGE));
    const mapping = { name: 'firstName', phone: 'phoneNumber' } as const;
    const startOne = async (ctx: Ctx, fileId: string) => {
      const request = { fileId, mapping, defaultCountry: null, delimiter: ',' as const };
      return (await startImport(ctx, setup.files, request)).id;
    };
    return {
      busy,
      measured,
      countDone: () => countCompleted(setup, 'contact_imports', measured),
      enqueueSlow: () => repeat(slowJobs, (n) => startOne(busy, large[n % LARGE_FILES] ?? '')),
      enqueueOne: () => startOne(measured, small),
    };
  },
};

async function storeCsv({ files }: Setup, ctx: Ctx, first: number, lines: number): Promise<string> {
  const rows = Array.from({ length: lines }, (_, n) => `Ada ${first + n},+${FIRST_PHONE + first + n}`);
  const stream = Readable.from([Buffer.from(['name,phone', ...rows, ''].join('\n'))]);
  return (await storeFile(ctx, files, { name: 'contacts.csv', stream, maxBytes: 100_000_000, source: 'upload' })).id;
}

async function countCompleted({ client }: Setup, table: 'contact_exports' | 'contact_imports', ctx: Ctx): Promise<number> {
  const completed = `select 1 from ${table} where tenant_id = $1 and status = 'completed'`;
  return (await client.query(completed, [ctx.tenantId])).rowCount ?? 0;
}
