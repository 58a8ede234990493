import { useChange } from '../../api/hooks.ts';
import { Panel } from '../../parts/panel.tsx';
import { accessTokensCreate } from './generated.ts';
import { SecretForm } from './secret-form.tsx';

/** Makes a token that may develop apps: the one ability there is. */
export function NewToken() {
  const { mutateAsync, isPending, error } = useChange(accessTokensCreate);
  const make = async (name: string) => {
    const { accessTokenCreate } = await mutateAsync({ input: { name, abilities: ['develop-apps'] } });
    return accessTokenCreate.token;
  };
  return (
    <Panel title="New access token">
      <SecretForm
        label="What it is for"
        placeholder="My laptop"
        submit="Create"
        secretLabel="access token"
        {...{ make, isPending, error }}
      />
    </Panel>
  );
}
