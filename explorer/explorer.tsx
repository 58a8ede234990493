import { GraphiQL } from 'graphiql';
import { useMemo, useState } from 'react';
import { fetcherOf } from './api.ts';
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

/** GraphiQL under a bar that shows which version is asked and as whom. */
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
        {/* Another version is another schema: the key starts GraphiQL again, and its tabs come back from its storage. */}
        <GraphiQL
          key={version}
          fetcher={fetcher}
          defaultQuery={WELCOME}
          visiblePlugin="Documentation Explorer"
          isHeadersEditorEnabled={false}
          showPersistHeadersSettings={false}
        />
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

/** What apps pin: the newest version that will not change any more. */
function newestDated(versions: readonly string[]): string {
  const dated = versions.filter((name) => /^\d{4}-\d{2}$/.test(name));
  return dated.at(-1) ?? versions.at(-1) ?? 'unstable';
}
