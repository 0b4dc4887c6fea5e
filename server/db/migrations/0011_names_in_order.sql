CREATE INDEX "account_by_sort_name" ON "account" USING btree (searched("fullname"),"id");--> statement-breakpoint
-- Last: dropping an index blocks readers until the migration ends.
DROP INDEX "account_by_name";
