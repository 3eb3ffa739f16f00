import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { Plus } from 'lucide-react';
import { useSession } from '../../../app/session/use-session.ts';
import { Chip, IconButton, Menu, toast } from '../../../kit/index.ts';
import { useLabels } from '../../../people/queries.ts';
import styles from './Contact.module.css';
import { Section } from './Section.tsx';
import { useContactChange } from './use-contact-change.ts';

export function LabelsEditor({ contact }: { contact: types.Contact }) {
  const { t } = useLingui();
  const { client, can } = useSession();
  const change = useContactChange(contact.id);
  const all = useLabels() ?? [];
  const has = (id: string) => contact.labels.some((label) => label.id === id);
  const add = (id: string) =>
    change(t`The label was not added`, () => client.contacts.addLabels(contact.id, { labels: [{ id }] }));
  const remove = async (id: string, name: string) => {
    if (await change(t`The label was not removed`, () => client.contacts.removeLabel(contact.id, id)))
      toast({ text: t`Label ${name} removed`, undo: () => add(id) });
  };
  const isWriter = can('contacts.write');
  const free = all.filter(({ id }) => !has(id));
  return (
    <Section
      title={t`Labels`}
      action={
        isWriter &&
        free.length > 0 && (
          <Menu
            align="end"
            trigger={<IconButton size="small" label={t`Add a label`} icon={<Plus size={14} aria-hidden />} />}
            items={free.map(({ id, name }) => ({ label: name, onSelect: () => add(id) }))}
          />
        )
      }
    >
      <div className={styles.labels}>
        {contact.labels.length === 0 && <p className={styles.muted}>{t`No labels`}</p>}
        {contact.labels.map(({ id, name }) =>
          isWriter ? (
            <Chip key={id} onRemove={() => void remove(id, name)} removeLabel={t`Remove label ${name}`}>
              {name}
            </Chip>
          ) : (
            <Chip key={id}>{name}</Chip>
          ),
        )}
      </div>
    </Section>
  );
}
