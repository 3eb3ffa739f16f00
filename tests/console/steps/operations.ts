import assert from 'node:assert/strict';
import { Client } from 'pg';
import type { Locator, Page } from 'playwright-core';
import { admin } from '../../../scripts/dev/services.ts';
import { checkAccessibility } from '../browser.ts';
import { gone, shown, until } from '../expect.ts';
import type { Area, Scene } from '../step.ts';

const open = (page: Page, { environment }: Pick<Scene, 'environment'>, search = '') =>
  page.goto(`${environment.apiUrl}/console/operations${search}`);
const table = (page: Page, name: string): Locator => page.getByRole('region', { name }).getByRole('table');
const areaLink = (page: Page): Locator =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Operations' });
const setOperator = ({ environment, people }: Scene, verb: 'grant' | 'revoke') =>
  admin(environment.settings, 'operator', verb, '--email', people.ada.email);

/** Changes rows as the owner of the tables: some states of an installation take days to come about. */
async function inDatabase({ environment }: Scene, text: string, values: unknown[]): Promise<void> {
  const client = new Client({ connectionString: environment.settings.config.DATABASE_URL });
  await client.connect();
  try {
    await client.query("select set_config('app.tenant_id', $1, false)", [environment.tenantId]);
    await client.query(text, values);
  } finally {
    await client.end();
  }
}

export const operations: Area = {
  name: 'operations',
  steps: [
    {
      name: 'an admin of a tenant sees no operations: not in the rail, and the page says who may',
      async run(scene) {
        const { ada } = scene;
        const calls: string[] = [];
        ada.on('request', (request) => request.url().includes('/v3/installation') && calls.push(request.url()));
        await open(ada, scene);
        await shown(ada.getByRole('heading', { name: 'This is for operators of the installation' }));
        assert.equal(await areaLink(ada).count(), 0);
        assert.deepEqual(calls, []);
      },
    },
    {
      name: 'the server refuses who is no operator, whatever the page shows',
      async run({ ada, environment }) {
        const status = await ada.evaluate<number>(
          `fetch('/v3/installation/tenants', { credentials: 'same-origin' }).then(({ status }) => status)`,
        );
        assert.equal(status, 403);
        const byToken = await fetch(`${environment.apiUrl}/v3/installation/tenants`);
        assert.equal(byToken.status, 401);
      },
    },
    {
      name: 'after "operator grant" the rail has the area, and it shows health, versions and tenants',
      async run(scene) {
        const { ada } = scene;
        await setOperator(scene, 'grant');
        await ada.reload();
        await areaLink(ada).click();
        await shown(ada.getByText('Running').first());
        await shown(ada.getByText(process.versions.node, { exact: true }));
        await shown(table(ada, 'Tenants').getByRole('row', { name: new RegExp(scene.environment.tenantId) }));
      },
    },
    {
      name: 'tenants are found by name, plan or id',
      async run({ ada, environment }) {
        await ada.getByRole('searchbox', { name: 'Name, plan or id' }).fill('no such tenant');
        await shown(ada.getByText('No tenant matches'));
        await ada.getByRole('searchbox', { name: 'Name, plan or id' }).fill(environment.tenantId);
        await until(async () => (await table(ada, 'Tenants').getByRole('row').count()) === 2, 'one tenant is listed');
      },
    },
    {
      name: 'a plan is changed, and the tenant finds it in its audit log',
      async run({ ada, environment }) {
        await table(ada, 'Tenants')
          .getByRole('button', { name: /^Change plan:/ })
          .click();
        const form = ada.getByRole('dialog', { name: /^Change the plan of/ });
        await form.getByRole('combobox', { name: 'Plan' }).click();
        await ada.getByRole('option', { name: 'enterprise' }).click();
        await form.getByRole('button', { name: 'Change plan' }).click();
        await shown(table(ada, 'Tenants').getByRole('row', { name: /enterprise/ }));
        const [entry] = await environment.call<{ changes: object[] }[]>('POST', '/v3/audit_log/search', {
          query: 'eq(operationId,"updateTenantPlan")',
        });
        assert.deepEqual(entry?.changes, [{ field: 'plan', from: 'ultra', to: 'enterprise' }]);
      },
    },
    {
      name: 'a refused plan says why in the dialog',
      async run({ ada }) {
        await table(ada, 'Tenants')
          .getByRole('button', { name: /^Change plan:/ })
          .click();
        const form = ada.getByRole('dialog', { name: /^Change the plan of/ });
        await form.getByLabel('Requests per minute').fill('0');
        await form.getByRole('button', { name: 'Change plan' }).click();
        await shown(form.getByText('The plan was not changed'));
        await form.getByRole('button', { name: 'Cancel' }).click();
        await gone(form);
      },
    },
    {
      name: 'failed jobs: one is listed with its error, and retried',
      async run(scene) {
        const { ada } = scene;
        await inDatabase(scene, INSERT_FAILED_JOB, [scene.environment.tenantId]);
        await open(ada, scene, '?part=jobs');
        await shown(table(ada, 'Failed jobs').getByRole('row', { name: /call_http.*Failed.*12.*the shop did not answer/ }));
        await ada.getByRole('button', { name: 'Retry call_http' }).click();
        await shown(ada.getByText('The job is due now'));
        await gone(ada.getByRole('button', { name: 'Retry call_http' }));
      },
    },
    {
      name: 'the queue by kind, with the age of the oldest job',
      async run(scene) {
        const { ada } = scene;
        await inDatabase(scene, INSERT_TIMER, [scene.environment.tenantId]);
        await open(ada, scene, '?part=queue');
        await shown(table(ada, 'Queue').getByRole('row', { name: /advance_run/ }));
        await shown(table(ada, 'Queue').getByRole('columnheader', { name: 'Oldest' }));
      },
    },
    {
      name: 'channels in error of every tenant, with the reason',
      async run(scene) {
        const { ada, environment } = scene;
        await inDatabase(scene, "update channels set status = 'error', status_reason = 'The token was revoked' where id = $1", [
          environment.email.channelId,
        ]);
        await open(ada, scene, '?part=channels');
        await shown(table(ada, 'Channels in error').getByRole('row', { name: /email.*The token was revoked/ }));
        await checkAccessibility(ada, 'operations 1440 light', scene.faults);
        await inDatabase(scene, "update channels set status = 'active', status_reason = null where id = $1", [
          environment.email.channelId,
        ]);
      },
    },
    {
      name: 'after "operator revoke" the next request is refused',
      async run(scene) {
        const { ada } = scene;
        await setOperator(scene, 'revoke');
        await ada.getByRole('tab', { name: 'Tenants' }).click();
        await ada.reload();
        await shown(ada.getByRole('heading', { name: 'This is for operators of the installation' }));
        assert.equal(await areaLink(ada).count(), 0);
      },
    },
  ],
};

const INSERT_FAILED_JOB = `insert into jobs (tenant_id, id, name, input, lane, due_at, attempt, failures, failing_since, failed_at, failed_lane, last_error, created_at)
  values ($1, gen_random_uuid(), 'call_http', '{}', '', 'infinity', 12, 12, now() - interval '2 days', now(), '', 'the shop did not answer', now() - interval '2 days')`;
const INSERT_TIMER = `insert into jobs (tenant_id, id, name, input, lane, due_at, attempt, created_at)
  values ($1, gen_random_uuid(), 'advance_run', '{}', '', now() + interval '1 day', 1, now())`;
