import { Plural, useLingui } from '@lingui/react/macro';
import { Button, ErrorState, Notice } from '../../../kit/index.ts';
import { TRIGGER } from '../drawing/place.ts';
import styles from './Editor.module.css';
import type { Editor } from './use-editor.ts';

const MOST = 6;

/** What keeps the definition from being saved or published, and what to do. Each error leads to its step. */
export function Troubles({ editor, onSelect }: { editor: Editor; onSelect: (id: string) => void }) {
  const { t } = useLingui();
  const { problems, failure, isConflict, automation } = editor;
  const more = problems.length - MOST;
  return (
    <div className={styles.troubles}>
      {automation.problems.map(({ message }) => (
        <Notice key={message} tone="warn" title={t`The active version does not work`}>
          <p dir="auto">{message}</p>
        </Notice>
      ))}
      {isConflict && (
        <Notice
          tone="danger"
          title={t`Somebody saved another version meanwhile`}
          action={
            <span className={styles.choices}>
              <Button size="small" onClick={() => void editor.loadTheirs()}>{t`Load their version`}</Button>
              <Button size="small" onClick={() => void editor.keepMine()}>{t`Save mine as the latest`}</Button>
            </span>
          }
        >
          <p>{t`Nothing was overwritten. Their version stays among the versions, whatever you choose.`}</p>
        </Notice>
      )}
      {problems.length > 0 && (
        <Notice
          tone="danger"
          title={
            <Plural
              value={problems.length}
              one="Not saved: # error has to be corrected"
              other="Not saved: # errors have to be corrected"
            />
          }
        >
          <ul className={styles.problems}>
            {problems.slice(0, MOST).map(({ stepId, path, message }) => (
              <li key={`${stepId} ${path}`}>
                <button type="button" className={styles.problem} onClick={() => onSelect(stepId ?? TRIGGER)}>
                  {stepId ?? t`Trigger`}
                </button>{' '}
                <span dir="auto">{message}</span>
              </li>
            ))}
            {more > 0 && <li>{t`and ${more} more`}</li>}
          </ul>
        </Notice>
      )}
      {Boolean(failure) && <ErrorState title={t`The automation was not saved`} error={failure} />}
    </div>
  );
}
