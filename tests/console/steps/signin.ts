import type { Page } from 'playwright-core';
import { codeOf } from '../../../server/src/test-kit/page.ts';
import { signIn } from '../browser.ts';
import type { Person } from '../environment.ts';
import { shown } from '../expect.ts';
import { addPasskeyDevice } from '../passkey-device.ts';
import type { Area, Scene } from '../step.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const isInside = (page: Page): Promise<void> => page.waitForURL('**/console/inbox**');

async function givePassword(page: Page, { environment }: Scene, { email, password }: Person): Promise<void> {
  await page.goto(`${environment.apiUrl}/console/signin`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Sign in').click();
}

/** Gives the password when the page asks again who it is, which depends on the age of the session. */
async function proveIdentity(page: Page, { password }: Person, isDone: ReturnType<Page['getByText']>): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Is it you?' });
  await shown(dialog.or(isDone));
  if (!(await dialog.isVisible())) return;
  await dialog.getByRole('textbox').or(dialog.locator('input[type=password]')).first().fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await shown(isDone);
}

export const signin: Area = {
  name: 'sign-in',
  steps: [
    {
      name: 'a wrong password is refused in words, and the right one signs in',
      async run({ environment, people, openWindow }) {
        const page = await openWindow();
        await page.goto(`${environment.apiUrl}/console/inbox`);
        await page.waitForURL('**/console/signin**');
        await page.getByLabel('Email').fill(people.ada.email);
        await page.getByLabel('Password', { exact: true }).fill('not my password');
        await button(page, 'Sign in').click();
        await shown(page.getByText('Email and password do not match.'));
        await page.getByLabel('Password', { exact: true }).fill(people.ada.password);
        await button(page, 'Sign in').click();
        await isInside(page);
      },
    },
    {
      name: 'a forgotten password is replaced by the link in a mail, and the old one is refused',
      async run(scene) {
        const { environment, openWindow } = scene;
        const fay = await environment.createPerson('Fay Forgets', 'member');
        const page = await openWindow();
        await page.goto(`${environment.apiUrl}/console/forgot`);
        await page.getByLabel('Email').fill(fay.email);
        await button(page, 'Send the link').click();
        await shown(page.getByRole('heading', { name: 'Look into your mail' }));
        const token = await environment.mails.tokenFor(fay.email, 'password-reset');
        await page.goto(`${environment.apiUrl}/console/password-reset#token=${token}`);
        await page.getByLabel('New password').fill('another horse battery staple');
        await button(page, 'Change the password').click();
        await shown(page.getByRole('heading', { name: 'The password is changed' }));
        await givePassword(page, scene, fay);
        await shown(page.getByText('Email and password do not match.'));
        await givePassword(page, scene, { ...fay, password: 'another horse battery staple' });
        await isInside(page);
      },
    },
    {
      name: 'who asks for a new password learns nothing about addresses without an account',
      async run({ environment, openWindow }) {
        const page = await openWindow();
        await page.goto(`${environment.apiUrl}/console/forgot`);
        await page.getByLabel('Email').fill('nobody@example.com');
        await button(page, 'Send the link').click();
        await shown(page.getByRole('heading', { name: 'Look into your mail' }));
      },
    },
    {
      name: 'an invited person chooses a password and is in',
      async run({ environment, openWindow }) {
        const { id = '' } = await environment.call('POST', '/v3/users', {
          name: 'Ivo New',
          email: 'ivo@new.example',
          role: 'member',
        });
        const { url = '' } = await environment.call('POST', `/v3/users/${id}/invitation`);
        const page = await openWindow();
        await page.goto(url);
        await page.getByLabel('New password').fill('a long enough password');
        await page.locator('button[type=submit]').click();
        await isInside(page);
        await shown(button(page, 'Ivo New, your account'));
      },
    },
    {
      name: 'a passkey is added, signs in without a password, and is the second factor after one',
      async run(scene) {
        const { environment, openWindow } = scene;
        const pia = await environment.createPerson('Pia Passkey', 'member');
        const page = await openWindow();
        await addPasskeyDevice(page);
        await signIn(page, environment, pia);
        await page.goto(`${environment.apiUrl}/console/settings/security`);
        await button(page, 'Add a passkey').click();
        await proveIdentity(page, pia, page.getByText('Store these recovery codes'));
        await button(page, 'I have stored them').click();
        await page.context().clearCookies();
        await page.goto(`${environment.apiUrl}/console/signin`);
        await button(page, 'Use a passkey').click();
        await isInside(page);
        await page.context().clearCookies();
        await givePassword(page, scene, pia);
        await shown(page.getByRole('heading', { name: 'Second factor' }));
        await button(page, 'Use a passkey').click();
        await isInside(page);
      },
    },
    {
      name: 'an authenticator app is set up, and without it a recovery code signs in once',
      async run(scene) {
        const { environment, openWindow } = scene;
        const tim = await environment.createPerson('Tim Totp', 'member');
        const page = await openWindow();
        await signIn(page, environment, tim);
        await page.goto(`${environment.apiUrl}/console/settings/security`);
        await button(page, 'Set up an authenticator app').click();
        await proveIdentity(page, tim, page.getByText('Or enter this secret'));
        const secret =
          (await page
            .locator('form')
            .getByText(/^[A-Z2-7]{16,}$/)
            .first()
            .textContent()) ?? '';
        await page.getByLabel('Code that the app shows').fill(codeOf(secret, new Date(), 0));
        await button(page, 'Confirm').click();
        await shown(page.getByText('Store these recovery codes'));
        const code = (await page.locator('code').first().textContent()) ?? '';
        await page.context().clearCookies();
        const giveCode = async () => {
          await givePassword(page, scene, tim);
          await button(page, 'Use a recovery code').click();
          await page.getByLabel('Recovery code').fill(code);
          await button(page, 'Continue').click();
        };
        await giveCode();
        await isInside(page);
        await page.context().clearCookies();
        await giveCode();
        await shown(page.getByText('The code was not accepted.'));
      },
    },
    {
      name: 'own sessions: one browser ends the session of another',
      async run(scene) {
        const { environment, openWindow } = scene;
        const sam = await environment.createPerson('Sam Sessions', 'member');
        const [here, there] = [await openWindow(), await openWindow()];
        await signIn(there, environment, sam);
        await signIn(here, environment, sam);
        await here.goto(`${environment.apiUrl}/console/settings/security`);
        await shown(here.getByText('This browser'));
        await here.getByRole('button', { name: /^End the session of/ }).click();
        await shown(here.getByText('The session has ended'));
        await there.goto(`${environment.apiUrl}/console/inbox`);
        await there.waitForURL('**/console/signin**');
      },
    },
    {
      name: 'signing out ends the session of this browser',
      async run({ environment, people, openWindow }) {
        const page = await openWindow();
        await signIn(page, environment, people.grace);
        await button(page, `${people.grace.name}, your account`).click();
        await page.getByRole('menuitem', { name: 'Sign out' }).click();
        await page.waitForURL('**/console/signin**');
        await page.goto(`${environment.apiUrl}/console/inbox`);
        await page.waitForURL('**/console/signin**');
      },
    },
  ],
};
