//! Bakery products and breakfast foods.

super::table! {
    "White Sliced Bread" Bakery Ambient Bag(Loaf) 800/44 g [1.8 0.4 45.5 3.6 2.6 8.2 0.95] Vegan "United Kingdom"
        "*Wheat* Flour (*Wheat* Flour, Calcium Carbonate, Iron, Niacin, Thiamin), Water, Yeast, Salt, *Soya* Flour, Rapeseed Oil, Emulsifiers: E472e, E471; Preservative: Calcium Propionate; Flour Treatment Agent: Ascorbic Acid"
        may "milk sesame_seeds" micro calcium "177", iron "1.6", thiamin_b1 "0.24";
    "Wholemeal Farmhouse Loaf" Bakery Ambient Bag(Loaf) 800/47 g [2.4 0.5 39.8 3.1 6.9 10.4 0.93] Vegan "United Kingdom"
        "Wholemeal *Wheat* Flour, Water, *Wheat* Protein, Yeast, Salt, *Barley* Malt Flour, Rapeseed Oil, Spirit Vinegar, Flour Treatment Agent: Ascorbic Acid"
        may "soybeans milk" micro iron "2.4", magnesium "66";
    "Dark Rye Bread" Bakery Ambient Bag(Loaf) 500/60 g [1.4 0.3 41.0 2.8 8.6 6.2 1.1] Vegan "Germany"
        "Wholegrain *Rye* Flour (58%), Water, *Rye* Sourdough, Salt, Yeast, *Barley* Malt Extract"
        may "wheat sesame_seeds tree_nuts";
    "Seeded Burger Buns" Bakery Ambient Bag(Loaf) 360/60 g [5.6 0.7 46.2 5.9 3.0 9.3 0.98] Vegan "United Kingdom"
        "*Wheat* Flour, Water, Rapeseed Oil, Sugar, *Sesame* Seeds (3%), Yeast, *Wheat* Gluten, Salt, Emulsifier: E471"
        may "milk eggs soybeans";
    "All Butter Croissants" Bakery Frozen Box(Loaf) 960/80 g [23.4 14.8 43.0 7.1 2.3 8.3 0.92] Vegetarian "France"
        "*Wheat* Flour, Butter (*Milk*) (24%), Water, Sugar, Yeast, Pasteurised *Egg*, *Wheat* Gluten, Salt, Flour Treatment Agent: Ascorbic Acid"
        may "tree_nuts soybeans";
    "Plain Naan Breads" Bakery Ambient Bag(Loaf) 260/130 g [6.9 0.9 47.8 4.0 2.5 8.6 1.02] Vegetarian "United Kingdom"
        "*Wheat* Flour, Water, Rapeseed Oil, Yoghurt Powder (*Milk*), Sugar, Yeast, Salt, Nigella Seeds, Raising Agents: E450, E500"
        may "sesame_seeds eggs";
    "Corn Tortilla Wraps" Bakery Ambient Bag(Wheat) 300/50 g [3.2 0.6 48.3 1.2 5.8 6.0 0.85] Vegan "Spain"
        "Maize Flour (62%), Water, *Wheat* Flour, Vegetable Glycerine, Salt, Acidity Regulator: Malic Acid, Preservative: Potassium Sorbate"
        may "soybeans";
    "Gluten Free Oat Biscuits" Bakery Ambient Box(Biscuit) 200/20 g [21.8 8.9 61.4 24.0 5.7 6.5 0.6] Vegan "United Kingdom"
        "Gluten Free *Oats* (52%), Sugar, Vegetable Oils (Palm, Rapeseed), Golden Syrup, Rice Flour, Salt, Raising Agent: Sodium Bicarbonate"
        may "soybeans milk";
    "Digestive Biscuits" Bakery Ambient Box(Biscuit) 400/15 g [21.3 10.1 62.8 16.6 3.6 7.0 1.3] Vegan "United Kingdom"
        "*Wheat* Flour, Palm Oil, Wholemeal *Wheat* Flour, Sugar, Partially Inverted Sugar Syrup, Raising Agents: Sodium Bicarbonate, Tartaric Acid; Salt"
        may "milk soybeans";
    "Oatcakes" Bakery Ambient Box(Biscuit) 250/12 g [17.0 4.2 56.2 1.5 9.8 10.8 1.25] Vegan "United Kingdom"
        "Wholegrain *Oats* (87%), Palm Oil, Salt, Raising Agent: Sodium Bicarbonate"
        may "wheat milk sesame_seeds";
    "Chocolate Chip Muffins" Bakery Ambient Tray(Cake) 300/75 g [19.6 3.4 49.0 27.5 1.6 5.3 0.55] Vegetarian "United Kingdom"
        "*Wheat* Flour, Sugar, Rapeseed Oil, Pasteurised *Egg*, Chocolate Chips (12%) (Sugar, Cocoa Mass, Cocoa Butter, Emulsifier: *Soya* Lecithins), Water, Whey Powder (*Milk*), Raising Agents: E450, E500; Modified Maize Starch, Salt"
        may "tree_nuts";
    "Almond Bakewell Slices" Bakery Ambient Box(Cake) 240/40 g [17.2 6.6 58.5 36.2 1.5 4.6 0.38] Vegetarian "United Kingdom"
        "Sugar, *Wheat* Flour, Raspberry Jam (15%) (Sugar, Raspberries, Gelling Agent: Pectin), Palm Oil, Pasteurised *Egg*, Ground *Almonds* (4%), Glucose Syrup, Skimmed *Milk* Powder, Salt, Flavouring"
        may "peanuts soybeans pecan_nuts";
    "Fruit Scones" Bakery Ambient Tray(Cake) 280/70 g [9.8 4.1 53.9 19.4 2.4 6.9 0.88] Vegetarian "United Kingdom"
        "*Wheat* Flour, Sultanas (16%), Buttermilk (*Milk*), Butter (*Milk*), Sugar, Pasteurised *Egg*, Raising Agents: E450, E500; Salt"
        may "sulphur_dioxide tree_nuts";
    "Porridge Oats" Breakfast Ambient Box(Bowl) 1000/40 g [8.0 1.5 60.0 1.0 9.0 11.0 0.02] Vegan "United Kingdom"
        "Rolled *Oats* (100%)"
        may "wheat barley" micro thiamin_b1 "1.1", magnesium "110", iron "3.8"
        made "Cooked with 300 ml of semi-skimmed milk to 40 g of oats" 0.12 340;
    "Wheat Biscuit Cereal" Breakfast Ambient Box(Wheat) 860/38 g [2.0 0.6 69.0 4.2 10.0 12.0 0.28] Vegan "United Kingdom"
        "Wholegrain *Wheat* (95%), *Barley* Malt Extract, Sugar, Salt, Niacin, Iron, Riboflavin, Thiamin, Folic Acid"
        micro niacin_b3 "14", iron "12", riboflavin_b2 "1.2", thiamin_b1 "0.94", folate "170";
    "Corn Flakes" Breakfast Ambient Box(Bowl) 500/30 g [0.9 0.2 84.0 8.0 3.0 7.0 1.13] Vegan "United Kingdom"
        "Maize, Sugar, *Barley* Malt Extract, Salt, Niacin, Iron, Vitamin B6, Riboflavin, Thiamin, Folic Acid, Vitamin D, Vitamin B12"
        may "milk" micro vitamin_d "8.4", niacin_b3 "13.3", vitamin_b6 "1.2", folate "166", vitamin_b12 "2.1", iron "8.0";
    "Nut and Honey Granola" Breakfast Ambient Bag(Bowl) 750/45 g [19.2 3.1 55.4 19.8 7.4 11.3 0.06] Vegetarian "United Kingdom"
        "Wholegrain *Oats* (54%), Honey (11%), Sunflower Oil, *Hazelnuts* (6%), Sugar, *Almonds* (5%), *Barley* Flakes, Pumpkin Seeds, *Pecan Nuts* (2%), Cinnamon"
        may "peanuts sesame_seeds milk wheat brazil_nuts";
    "Fruit Muesli" Breakfast Ambient Bag(Bowl) 1000/50 g [5.9 1.1 65.0 22.0 8.2 9.4 0.05] Vegan "United Kingdom"
        "Wholegrain *Oats*, Malted *Wheat* Flakes (*Wheat*, *Barley* Malt), Raisins (18%), *Rye* Flakes, Dried Apricots (4%) (Apricots, Preservative: *Sulphur Dioxide*), Sunflower Seeds, *Hazelnuts* (2%)"
        may "milk sesame_seeds almond_nuts";
}
