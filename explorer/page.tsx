import 'graphiql/setup-workers/vite';
import 'graphiql/style.css';
import './explorer.css';
import { createRoot } from 'react-dom/client';
import { supportedVersions } from './api.ts';
import { Explorer } from './explorer.tsx';
import { makeTabsButtons } from './tab-roles.ts';

const place = document.getElementById('explorer');
if (!place) throw new Error('The page has no place for the explorer.');
makeTabsButtons(place);
const root = createRoot(place);
supportedVersions().then(
  (versions) => root.render(<Explorer versions={versions} />),
  () => root.render(<p role="alert">The platform does not answer. Reload the page to try again.</p>),
);
