CREATE TABLE "company_changes" (
	"version" integer PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"facts" jsonb NOT NULL,
	"actor" text NOT NULL,
	"reason" text NOT NULL
);
