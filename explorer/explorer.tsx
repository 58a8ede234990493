import { GraphiQL } from 'graphiql';
import { useMemo, useState } from 'react';
import { fetcherOf } from './api.ts';
import { EditorThemes } from './editor-themes.ts';
import { keepToken, readToken } from './token.ts';

const WELCOME = `# Ctrl+Enter runs this.
# Without a token you are no one.
{
  apiVersion
  currentApp {
    name
    type
  }
}
`;

/** GraphiQL under a bar that shows the version and the viewer. */
export function Explorer({ versions }: { readonly versions: readonly string[] }) {
  const [version, setVersion] = useState(() => newestDated(versions));
  const fetcher = useMemo(() => fetcherOf(version), [version]);
  return (
    <>
      <header className="bar">
        <h1>GraphQL explorer</h1>
        <label>
          Version
          <select value={version} onChange={(event) => setVersion(event.target.value)}>
            {versions.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <TokenBox />
      </header>
      <main>
        {/* Each version has a different schema, so the key restarts GraphiQL, which restores its tabs from storage. */}
        <GraphiQL
          key={version}
          fetcher={fetcher}
          defaultQuery={WELCOME}
          visiblePlugin="Documentation Explorer"
          isHeadersEditorEnabled={false}
          showPersistHeadersSettings={false}
        />
        <EditorThemes />
      </main>
    </>
  );
}

function TokenBox() {
  const [token, setToken] = useState(readToken);
  const change = (text: string) => {
    setToken(text.trim());
    keepToken(text.trim());
  };
  return (
    <label className="token">
      Token
      <input
        type="password"
        name="runtime-token"
        autoComplete="off"
        spellCheck={false}
        placeholder="Runtime token of an install; kept until this tab closes"
        value={token}
        onChange={(event) => change(event.target.value)}
      />
    </label>
  );
}

/** Returns the newest version with a fixed schema, for apps to pin. */
function newestDated(versions: readonly string[]): string {
  const dated = versions.filter((name) => /^\d{4}-\d{2}$/.test(name));
  return dated.at(-1) ?? versions.at(-1) ?? 'unstable';
}
