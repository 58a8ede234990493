import { useTeamMutation } from '../../api/hooks.ts';
import { Panel } from '../../components/panel.tsx';
import { accessTokensCreateDocument } from './generated.ts';
import { SecretForm } from './secret-form.tsx';

/** Creates a token for developing apps, the only thing tokens can be used for. */
export function NewToken() {
  const { mutateAsync, isPending, error } = useTeamMutation(accessTokensCreateDocument);
  const make = async (name: string) => {
    const { accessTokenCreate } = await mutateAsync({ input: { name, abilities: ['develop-apps'] } });
    return accessTokenCreate.token;
  };
  return (
    <Panel title="New access token">
      <SecretForm
        label="Token name"
        placeholder="My laptop"
        submit="Create token"
        secretLabel="access token"
        {...{ make, isPending, error }}
      />
    </Panel>
  );
}
