import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTitle } from '../../../app/title.ts';
import { buttonClass, Page, PageHeader, Steps } from '../../../kit/index.ts';
import styles from './Create.module.css';
import { type StepName, stepNames } from './steps.ts';

type Props = { title: string; step: StepName; onStep: (step: StepName) => void; id?: string; children: ReactNode };

/** The frame of the steps: title, way back, and the steps that can be opened again. */
export function FormPage({ title, step, onStep, id, children }: Props) {
  const { t } = useLingui();
  useTitle(title || t`Campaign`);
  const names: Record<StepName, string> = {
    audience: t`Channel and audience`,
    message: t`Message`,
    schedule: t`Schedule`,
    check: t`Check`,
  };
  const icon = <ArrowLeft size={16} aria-hidden />;
  const look = buttonClass({ look: 'quiet', size: 'small' }, styles.plainLink);
  return (
    <Page
      pad
      header={
        <PageHeader
          title={<bdi>{title}</bdi>}
          lead={
            id ? (
              <Link to="/campaigns/$campaignId" params={{ campaignId: id }} className={look} aria-label={t`Back to the campaign`}>
                {icon}
              </Link>
            ) : (
              <Link to="/campaigns" className={look} aria-label={t`Back to campaigns`}>
                {icon}
              </Link>
            )
          }
        />
      }
    >
      <div className={styles.page}>
        <Steps
          names={stepNames.map((name) => names[name])}
          current={stepNames.indexOf(step) + 1}
          onStep={(number) => onStep(stepNames[number - 1] ?? 'audience')}
        />
        {children}
      </div>
    </Page>
  );
}
