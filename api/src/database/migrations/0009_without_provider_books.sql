DROP TABLE "provider_entries" CASCADE;--> statement-breakpoint
DROP TABLE "statements" CASCADE;