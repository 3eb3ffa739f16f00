import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ArrowLeft, Eraser, GitMerge } from 'lucide-react';
import { useSession } from '../../../app/session/use-session.ts';
import { Avatar, Button, buttonClass, ErrorState, Page, PageHeader, SkeletonRows, Tabs, WideText } from '../../../kit/index.ts';
import { ConsentTab } from '../consent/ConsentTab.tsx';
import { nameOf, useContact, useContactChanges } from '../queries.ts';
import type { ContactTab } from '../route.tsx';
import { Attributes } from './Attributes.tsx';
import { Chats } from './Chats.tsx';
import styles from './Contact.module.css';
import { Handles } from './Handles.tsx';
import { LabelsEditor } from './LabelsEditor.tsx';
import { Names } from './Names.tsx';
import { Timeline } from './Timeline.tsx';
import { useErase } from './use-erase.ts';

export function ContactPage() {
  const { t } = useLingui();
  const { contactId } = useParams({ from: '/frame/contacts/$contactId' });
  const { data: contact, error, refetch } = useContact(contactId);
  useContactChanges();
  const name = contact ? (nameOf(contact) ?? t`Unnamed`) : '';
  return (
    <Page
      header={
        <PageHeader
          lead={
            <Link
              to="/contacts"
              className={buttonClass({ look: 'quiet', size: 'small' }, styles.back)}
              aria-label={t`Back to contacts`}
            >
              <ArrowLeft size={16} aria-hidden />
            </Link>
          }
          title={<bdi>{name}</bdi>}
        >
          {contact && <HeaderActions contact={contact} name={name} />}
        </PageHeader>
      }
    >
      {error && (
        <div className={styles.state}>
          <ErrorState title={t`The contact could not be loaded`} error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {!contact && !error && <SkeletonRows count={5} />}
      {contact && !error && <Contact contact={contact} name={name} />}
    </Page>
  );
}

function HeaderActions({ contact, name }: { contact: types.Contact; name: string }) {
  const { t } = useLingui();
  const { can } = useSession();
  const erase = useErase(contact, name);
  if (!can('contacts.write')) return null;
  return (
    <>
      <Link to="/contacts/merge" search={{ one: contact.id }} className={buttonClass({})}>
        <GitMerge size={16} aria-hidden />
        <WideText>{t`Merge`}</WideText>
      </Link>
      <Button look="dangerQuiet" icon={<Eraser size={16} aria-hidden />} onClick={() => void erase()}>
        <WideText>{t`Erase`}</WideText>
      </Button>
    </>
  );
}

function Contact({ contact, name }: { contact: types.Contact; name: string }) {
  const { t } = useLingui();
  const { tab = 'timeline' } = useSearch({ from: '/frame/contacts/$contactId' });
  const navigate = useNavigate();
  const open = (next: ContactTab) =>
    void navigate({
      to: '/contacts/$contactId',
      params: { contactId: contact.id },
      search: next === 'timeline' ? {} : { tab: next },
      replace: true,
    });
  return (
    <div className={styles.columns}>
      <aside className={styles.details} aria-label={t`Details`}>
        <div className={styles.person}>
          <Avatar id={contact.id} name={name} size={56} />
          <Names contact={contact} name={name} />
        </div>
        <Handles contact={contact} />
        <LabelsEditor contact={contact} />
        <Attributes contact={contact} />
      </aside>
      <div className={styles.main}>
        <Tabs<ContactTab>
          value={tab}
          onChange={open}
          tabs={[
            { value: 'timeline', label: t`Timeline`, content: <Timeline contactId={contact.id} /> },
            { value: 'chats', label: t`Chats`, content: <Chats contactId={contact.id} /> },
            { value: 'consent', label: t`Consent`, content: <ConsentTab contact={contact} /> },
          ]}
        />
      </div>
    </div>
  );
}
