import { useLingui } from '@lingui/react/macro';
import { PatchbayError, type types } from '@patchbay/sdk';
import { ArrowLeft, Check, ExternalLink } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { Button, cx, ErrorState, Field, Input } from '../../../kit/index.ts';
import { useErrorText } from '../form/error-text.ts';
import { useUnsavedGuard } from '../form/use-form.ts';
import { CallbackStep } from './CallbackStep.tsx';
import { randomWord } from './random.ts';
import styles from './Setup.module.css';
import { SetupFieldRow } from './SetupFieldRow.tsx';
import {
  type FieldName,
  faultsIn,
  initialValues,
  type ProviderSetup,
  placeOf,
  type SetupStep,
  settingsOf,
  stepsOf,
  type Values,
} from './setup.ts';
import { providerTexts, stepTitles } from './setup-texts.ts';
import { TestMessage } from './TestMessage.tsx';

type Props = {
  setup: ProviderSetup;
  onBack: () => void;
  onCreated: () => Promise<void>;
  onFinished: (channelId: string) => void;
};

/** The steps of one provider. The channel is created after the last step with values; the callback and the check need it. */
export function SetupSteps({ setup, onBack, onCreated, onFinished }: Props) {
  const { t } = useLingui();
  const [at, setAt] = useState(0);
  const [channel, setChannel] = useState<types.Channel | null>(null);
  const [name, setName] = useState(() => providerTexts[setup.id].name);
  const [values, setValues] = useState<Values>(() => initialValues(setup, randomWord));
  const { errors, setErrors, failure, isBusy, create } = useCreation(setup, setAt);
  const [isChanged, setChanged] = useState(false);
  useUnsavedGuard(() => isChanged && !channel);
  const steps = stepsOf(setup);
  const step = steps[at];
  if (!step) return null;
  const isLastOfValues = at === setup.steps.length - 1;

  const next = async (event: FormEvent) => {
    event.preventDefault();
    const faults = faultsIn(step, values);
    const texts = {
      missing: t`This is needed.`,
      wrong: t`This does not look right. Compare it with the description below the field.`,
    };
    setErrors(Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, texts[fault]])));
    if (Object.keys(faults).length > 0) return;
    if (isLastOfValues && !channel) {
      const made = await create(name, values);
      if (!made) return;
      setChannel(made);
      await onCreated();
    }
    setAt(at + 1);
  };

  return (
    <>
      <Progress steps={steps} at={at} />
      <form className={styles.step} onSubmit={(event) => void next(event)}>
        {at === 0 && (
          <>
            <Site setup={setup} />
            <Field label={t`Name of the channel`} hint={t`Your team sees it at chats.`} error={errors.name}>
              <Input value={name} dir="auto" maxLength={100} required onChange={(event) => setName(event.target.value)} />
            </Field>
          </>
        )}
        {step.fields.map((field) => (
          <SetupFieldRow
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            error={errors[field.name]}
            onChange={(value) => {
              setChanged(true);
              setValues({ ...values, [field.name]: value });
              setErrors({ ...errors, [field.name]: undefined });
            }}
          />
        ))}
        {step.id === 'callback' && channel && <CallbackStep setup={setup} channel={channel} values={values} />}
        {step.id === 'check' && channel && <TestMessage channel={channel} />}
        {failure !== null && <ErrorState title={t`The channel could not be created`} error={failure} />}
        <div className={styles.actions}>
          {!channel && (
            <Button icon={<ArrowLeft size={14} aria-hidden />} onClick={() => (at === 0 ? onBack() : setAt(at - 1))}>
              {t`Back`}
            </Button>
          )}
          {step.id === 'check' && channel ? (
            <Button look="primary" onClick={() => onFinished(channel.id)}>
              {t`Done`}
            </Button>
          ) : (
            <Button type="submit" look="primary" busy={isBusy}>
              {isBusy ? t`Connecting` : isLastOfValues && !channel ? t`Connect channel` : t`Continue`}
            </Button>
          )}
        </div>
      </form>
    </>
  );
}

type Errors = Partial<Record<FieldName | 'name', string | undefined>>;

/** Creates the channel. Errors of the API go to their fields, and the setup goes to the step of the first one. */
function useCreation(setup: ProviderSetup, goTo: (step: number) => void) {
  const { client } = useSession();
  const errorText = useErrorText();
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const create = async (name: string, values: Values): Promise<types.Channel | null> => {
    setBusy(true);
    setFailure(null);
    try {
      return await client.channels.create({ type: setup.type, name, settings: settingsOf(setup, values) });
    } catch (error) {
      const params = error instanceof PatchbayError ? Object.entries(error.invalidParams) : [];
      const placed = params.flatMap(([path, problem]) => {
        const place = placeOf(setup, path);
        return place ? [{ ...place, text: errorText(problem) }] : [];
      });
      setErrors(Object.fromEntries(placed.map(({ name, text }) => [name, text])));
      if (placed.length === 0) setFailure(error);
      else goTo(Math.min(...placed.map(({ step }) => step)));
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { errors, setErrors, failure, isBusy, create };
}

function Progress({ steps, at }: { steps: readonly SetupStep[]; at: number }) {
  const { i18n } = useLingui();
  return (
    <ol className={styles.progress}>
      {steps.map(({ id }, index) => (
        <li key={id} className={cx(styles.mark, index < at && styles.done)} aria-current={index === at ? 'step' : undefined}>
          <span className={styles.number}>{index < at ? <Check size={12} aria-hidden /> : index + 1}</span>
          <span>{i18n._(stepTitles[id])}</span>
        </li>
      ))}
    </ol>
  );
}

function Site({ setup }: { setup: ProviderSetup }) {
  const { t, i18n } = useLingui();
  const { text, site } = providerTexts[setup.id];
  return (
    <p className={styles.site}>
      {i18n._(text)}{' '}
      {site && (
        <a href={site} target="_blank" rel="noreferrer">
          {t`Open the provider`} <ExternalLink size={14} aria-hidden />
        </a>
      )}
    </p>
  );
}
