"""The hall: many tables, each refereed by a process of its own, on one page; they speak to it over MQTT."""
