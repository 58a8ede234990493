import { Migration } from '@mikro-orm/migrations';

/** GraphQL texts by id that a version registers; null if it registers none, like those from before. */
export class RegisteredDocuments extends Migration {
  override async up(): Promise<void> {
    this.addSql('ALTER TABLE apps.app_versions ADD COLUMN documents jsonb');
  }
}
