import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { reloadQueries } from '../../app/query-client.ts';
import { accountClient } from '../../app/session/session.ts';
import { Button, Dialog, ErrorState, Field, Input, Select, Stack, toast } from '../../kit/index.ts';
import { keys } from './queries.ts';
import type { Tenant } from './Tenants.tsx';

type Plan = types.UpdateTenantPlanBody['plan'];

/** A new plan does not compile until it is here. */
const plans: Record<Plan, true> = { free: true, hobby: true, pro: true, ultra: true, enterprise: true };
const FORM_ID = 'change-plan';

/** Changes the plan of a tenant, and its requests per minute. The tenant sees it in its audit log. */
export function ChangePlanDialog({ tenant, onClose }: { tenant: Tenant; onClose: () => void }) {
  const { t } = useLingui();
  const [plan, setPlan] = useState(tenant.plan as Plan);
  const [rate, setRate] = useState('');
  const { mutate, error, isPending } = useMutation({
    mutationFn: () =>
      accountClient.installation.updateTenantPlan(tenant.id, { plan, ...(rate && { ratePerMinute: Number(rate) }) }),
    onSuccess: () => {
      toast({ text: t`${tenant.name} has the plan ${plan} now` });
      onClose();
      return reloadQueries({ queryKey: keys.tenants });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Change the plan of ${tenant.name}`}
      text={t`Running servers apply it within seconds. The tenant finds the change in its audit log.`}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button look="primary" type="submit" form={FORM_ID} busy={isPending}>
            {isPending ? t`Changing` : t`Change plan`}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} onSubmit={submit} noValidate>
        <Stack>
          <Field label={t`Plan`}>
            <Select
              value={plan}
              onChange={setPlan}
              options={(Object.keys(plans) as Plan[]).map((name) => ({ value: name, label: name }))}
            />
          </Field>
          <Field label={t`Requests per minute`} hint={t`Empty: stays as it is.`}>
            <Input type="number" min={1} value={rate} onChange={({ target }) => setRate(target.value)} />
          </Field>
          {error && <ErrorState title={t`The plan was not changed`} error={error} />}
        </Stack>
      </form>
    </Dialog>
  );
}
