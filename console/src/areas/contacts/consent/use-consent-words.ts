import { useLingui } from '@lingui/react/macro';
import type { Purpose } from './consent-table.ts';

export function usePurposeNames(): Record<Purpose, string> {
  const { t } = useLingui();
  return { marketing: t`Marketing`, utility: t`Transactional`, service: t`Service` };
}

/** What each purpose allows, in a sentence. */
export function usePurposeHints(): Record<Purpose, string> {
  const { t } = useLingui();
  return {
    marketing: t`Offers, news and campaigns`,
    utility: t`Orders, appointments and codes`,
    service: t`Answers to what the contact wrote`,
  };
}

export function useStateNames(): Record<'granted' | 'withdrawn' | 'none', string> {
  const { t } = useLingui();
  return { granted: t`Granted`, withdrawn: t`Withdrawn`, none: t`No statement` };
}

/** Where a statement came from. */
export function useSourceNames(): Record<string, string> {
  const { t } = useLingui();
  return {
    api: t`API`,
    web_form: t`web form`,
    double_opt_in: t`double opt-in`,
    import: t`import`,
    agent: t`recorded by a colleague`,
    keyword: t`keyword such as STOP`,
    provider: t`reported by the provider`,
    complaint: t`spam complaint`,
    one_click: t`one-click unsubscribe`,
    migration: t`migration`,
    inherited: t`inherited from another address`,
    erasure: t`erasure`,
  };
}
