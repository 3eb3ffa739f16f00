import '@fontsource-variable/inter/index.css';
import './app/tokens.css';
import './app/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { setLanguage, storedLanguage } from './app/i18n.ts';
import { applyTheme } from './app/theme.ts';

applyTheme();
await setLanguage(storedLanguage());
const root = document.getElementById('app');
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
